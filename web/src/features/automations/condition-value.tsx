import { useTranslation } from 'react-i18next'
import { valueText } from '../../explanation/condition-words.ts'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Choice } from './choice.tsx'
import { type Askable, partsOf } from './conditions.ts'
import type { ConditionFields } from './rule-fields.ts'

/** The control for what a condition compares with, by the kind of its field. */
export function ConditionValue({
  asked,
  condition,
  invalid,
  describedBy,
  onChange,
}: {
  asked: Askable
  condition: ConditionFields
  invalid: boolean
  describedBy: string | undefined
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const label = t('filter.value')
  const { value, operator } = condition
  const isList = operator === 'contains' || operator === 'not contains'
  if (asked.kind === 'choice' && asked.of)
    return (
      <Choice
        of={asked.of}
        label={label}
        values={partsOf(value)}
        invalid={invalid}
        describedBy={describedBy}
        onChange={([one]) => onChange(one ?? '')}
      />
    )
  if (asked.kind === 'tags')
    return (
      <Choice
        of="tags"
        many
        label={label}
        values={partsOf(value)}
        invalid={invalid}
        describedBy={describedBy}
        onChange={(ids) => onChange(ids.join(','))}
      />
    )
  const words = asked.kind === 'boolean' ? ['true', 'false'] : isList ? undefined : asked.values
  if (words)
    return (
      <Select
        label={label}
        placeholder={t('filter.value.choose')}
        value={value || null}
        onValueChange={onChange}
        options={words.map((one) => ({
          value: one,
          label:
            asked.kind === 'boolean'
              ? t(one === 'true' ? 'side.yes' : 'side.no')
              : valueText(asked.field, one, t),
        }))}
      />
    )
  const isNumber = asked.kind === 'number' || asked.kind === 'hours'
  return (
    <Input
      type={isNumber ? 'number' : asked.kind === 'date' ? 'date' : 'text'}
      step={isNumber ? 'any' : undefined}
      min={asked.kind === 'hours' ? 0 : undefined}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      data-invalid={invalid ? '' : undefined}
      placeholder={isList ? t('automations.value.list') : undefined}
      end={
        asked.kind === 'hours' && <span className="shrink-0 text-ink-3">{t('automations.value.hours')}</span>
      }
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
