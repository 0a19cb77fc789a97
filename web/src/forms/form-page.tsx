import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Page } from '../ui/layout/page.tsx'
import { FormErrors } from './form-errors.tsx'
import { SaveBar } from './save-bar.tsx'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'
import type { EntityForm } from './use-entity-form.ts'
import { useFirstErrorFocus } from './use-first-error-focus.ts'

/**
 * The page of one entity: breadcrumb, sections (PageSection) and save bar. For a new entity the bar is always visible
 * and its button is labelled with `createLabel`.
 */
export function FormPage<Values extends FieldValues>({
  form,
  title,
  lead,
  actions,
  parent,
  createLabel,
  wide,
  children,
}: {
  form: EntityForm<Values>
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** The list it belongs to; omit for singleton pages. */
  parent?: { to: string; label: string }
  /** For example "Create team"; omit for existing entities. */
  createLabel?: string
  /** For an editor next to its preview. */
  wide?: boolean
  children: ReactNode
}) {
  const formRef = useFirstErrorFocus(form)
  const fields = useRef<HTMLDivElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <Page
      title={title}
      lead={lead}
      actions={actions}
      wide={wide}
      breadcrumb={parent && <Breadcrumb parent={parent} title={title} />}
    >
      <form ref={formRef} noValidate aria-label={title} onSubmit={submit}>
        <div ref={fields}>{children}</div>
        <FormErrors form={form} fields={fields} />
        <SaveBar form={form} createLabel={createLabel} cancelTo={parent?.to} />
      </form>
      <UnsavedChangesGuard isDirty={form.dirtyCount > 0 && !form.saving} />
    </Page>
  )
}

export function Breadcrumb({ parent, title }: { parent: { to: string; label: string }; title: string }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('form.trail')} className="mb-1 flex items-center gap-1.5 text-ink-3">
      <Link to={parent.to} className="hover:text-ink">
        {parent.label}
      </Link>
      <ChevronRight size={14} aria-hidden />
      <span className="truncate">{title}</span>
    </nav>
  )
}
