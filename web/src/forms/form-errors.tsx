import { CircleAlert } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldProblem } from '../api/api-error.ts'
import { FormConflict } from './form-conflict.tsx'
import { FormFailure } from './form-failure.tsx'
import { useHiddenErrors } from './hidden-errors.ts'
import type { EntityForm } from './use-entity-form.ts'

/** Below a form's fields: errors that no field shows. `fields` is the element around the fields. */
export function FormErrors<Values extends FieldValues>({
  form,
  fields,
}: {
  form: EntityForm<Values>
  fields: RefObject<HTMLElement | null>
}) {
  const hidden = useHiddenErrors(form, fields)
  return (
    <>
      <FormConflict conflict={form.conflict} />
      {hidden.length > 0 && <HiddenErrors errors={hidden} labels={form.labels.current} />}
      {form.formError && <FormFailure error={form.formError} onRetry={form.submit} />}
    </>
  )
}

function HiddenErrors({
  errors,
  labels,
}: {
  errors: readonly FieldProblem[]
  labels: ReadonlyMap<string, string>
}) {
  const { t, i18n } = useTranslation()
  const containerRef = useRef<HTMLDivElement>(null)
  // On a long form this would be out of view. In braces: newer browsers return a promise from scrollIntoView, which
  // React would call as its clean-up.
  useLayoutEffect(() => {
    containerRef.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  /** The field's label in the form; for fields that were never rendered, their name in the activity log. */
  const labelOf = (path: string) => {
    const label = labels.get(path)
    if (label) return label
    const name = path.split('.').at(-1) ?? path
    const fallbackLabel = name.replaceAll('_', ' ')
    return i18n.exists(`activity.field.${name}`)
      ? t(`activity.field.${name}`)
      : fallbackLabel.charAt(0).toUpperCase() + fallbackLabel.slice(1)
  }
  return (
    <div
      ref={containerRef}
      role="alert"
      className="mt-2 mb-4 flex scroll-mb-20 items-start gap-2.5 rounded-lg border border-bad-line bg-bad-subtle px-3.5 py-3"
    >
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-medium text-bad">{t('form.hidden_errors')}</p>
        <ul className="text-ink-2">
          {errors.map(({ path, message }) => (
            <li key={path}>{path ? `${labelOf(path)}: ${message}` : message}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
