import type { TemplateProblem } from '@parley/contract/templates/templates'
import { Braces, CircleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchField, TextField, useField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { CodeArea } from '../../ui/inputs/code-area.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { PageSection } from '../../ui/layout/page.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { listVariables, type TemplateFields } from './template-fields.ts'
import { TemplatePreviewPane } from './template-preview.tsx'
import { useTemplatePreview } from './use-template-preview.ts'

/** The form sections of a template; its type decides which, and can't change. */
export function TemplateSections({
  form,
  isNew = false,
}: {
  form: EntityForm<TemplateFields>
  isNew?: boolean
}) {
  const { t } = useTranslation()
  const type = useFieldValue(form, 'type') ?? 'email_outgoing'
  const body = useFieldValue(form, 'body')
  const subject = useFieldValue(form, 'subject') ?? null
  const name = useFieldValue(form, 'name')
  const preview = useTemplatePreview({ type, name, body, subject })
  const problem = preview.data?.problem ?? null
  return (
    <>
      {type === 'email_outgoing' ? (
        <PageSection title={t('templates.identity')} help={t('templates.identity.help')}>
          <div className="flex flex-col gap-4">
            <TextField form={form} name="name" label={t('templates.name')} autoFocus={isNew} />
            <SwitchField
              form={form}
              name="is_default"
              label={t('templates.default')}
              help={t('templates.default.help')}
            />
          </div>
        </PageSection>
      ) : (
        <PageSection title={t('templates.subject')} help={t('templates.subject.help')}>
          <TextField form={form} name="subject" label={t('templates.subject')} />
          {problem?.path === 'subject' && <ProblemLine problem={problem} />}
        </PageSection>
      )}
      <section aria-label={t('templates.body')} className="grid gap-6 border-t py-5.5 lg:grid-cols-2">
        <SourceField form={form} problem={problem?.path === 'body' ? problem : null} />
        <TemplatePreviewPane query={preview} type={type} />
      </section>
    </>
  )
}

function SourceField({
  form,
  problem,
}: {
  form: EntityForm<TemplateFields>
  problem: TemplateProblem | null
}) {
  const { t } = useTranslation()
  const type = useFieldValue(form, 'type') ?? 'email_outgoing'
  const { field, error } = useField({ form, name: 'body' })
  const element = useRef<HTMLTextAreaElement>(null)
  const value = String(field.value ?? '')
  const insert = (name: string) => {
    const area = element.current
    if (!area) return
    const text = `{{ ${name} }}`
    area.focus()
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    field.onChange(area.value)
  }
  const goTo = ({ line, column }: TemplateProblem) => {
    const offset = offsetAt(value, line, column)
    element.current?.focus()
    element.current?.setSelectionRange(offset, offset)
  }
  return (
    <div className="min-w-0">
      <Field
        label={t('templates.body')}
        help={t(type === 'email_outgoing' ? 'templates.body.help' : 'templates.body.help_notification')}
        error={problem ? undefined : error}
        aside={
          <Menu
            align="end"
            className="max-h-80"
            trigger={
              <Button size="sm" variant="ghost">
                <Braces size={14} aria-hidden />
                {t('templates.insert')}
              </Button>
            }
          >
            {listVariables(type).map((name) => (
              <MenuItem key={name} onClick={() => insert(name)}>
                <span className="font-mono text-xs">{name}</span>
              </MenuItem>
            ))}
          </Menu>
        }
      >
        <CodeArea
          name={field.name}
          onBlur={field.onBlur}
          onChange={field.onChange}
          ref={(area) => {
            element.current = area
            field.ref(area)
          }}
          value={value}
          badLine={problem?.line}
        />
      </Field>
      {problem && <ProblemLine problem={problem} onGoTo={() => goTo(problem)} />}
    </div>
  )
}

function ProblemLine({ problem, onGoTo }: { problem: TemplateProblem; onGoTo?: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
      <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
      <span className="min-w-0 flex-1">
        {t('templates.problem', { line: problem.line, column: problem.column, message: problem.message })}
      </span>
      {onGoTo && (
        <button type="button" onClick={onGoTo} className="font-medium underline underline-offset-2">
          {t('templates.go_to')}
        </button>
      )}
    </div>
  )
}

/** The offset of a line and column, both starting at 1. */
function offsetAt(text: string, line: number, column: number): number {
  const linesBefore = text.split('\n').slice(0, line - 1)
  return Math.min(text.length, linesBefore.reduce((sum, one) => sum + one.length + 1, 0) + column - 1)
}
