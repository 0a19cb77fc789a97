import { renderDesign } from '@parley/contract/templates/render-design'
import type { TemplateProblem } from '@parley/contract/templates/templates'
import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { CodeArea } from '../../ui/inputs/code-area.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { ProblemLine } from './problem-line.tsx'
import { listVariables, type TemplateFields } from './template-fields.ts'
import { readDesignField } from './visual/design-draft.ts'

/** The body of a template as HTML and Liquid. A design is shown as what it makes; editing that removes the design. */
export function SourceField({
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
  const designField = useFieldValue(form, 'design')
  const design = readDesignField(designField)
  const value = design ? renderDesign(design) : String(field.value ?? '')
  const change = (body: string) => {
    if (design) form.methods.setValue('design', '', { shouldDirty: true })
    field.onChange(body)
  }
  const insert = (name: string) => {
    const area = element.current
    if (!area) return
    const text = `{{ ${name} }}`
    area.focus()
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    change(area.value)
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
          onChange={(event) => change(event.target.value)}
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

/** The offset of a line and column, both starting at 1. */
function offsetAt(text: string, line: number, column: number): number {
  const linesBefore = text.split('\n').slice(0, line - 1)
  return Math.min(text.length, linesBefore.reduce((sum, one) => sum + one.length + 1, 0) + column - 1)
}
