import { ruleOperatorsOf } from '@parley/contract/automation-fields'
import type { CustomAttribute } from '@parley/contract/custom-attributes'
import { CaseSensitive, CircleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { conditionField, operatorWords, wantsValue } from '../../explanation/condition-words.ts'
import { Chooser } from '../../filters/chooser.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { ConditionValue } from './condition-value.tsx'
import { type Askable, askableOf, withField, withOperator } from './conditions.ts'
import type { ConditionFields } from './rule-fields.ts'

/** Field, operator and value of one condition, and what is wrong with it. */
export function ConditionRow({
  condition,
  fields,
  attributes,
  error,
  autoFocus,
  onChange,
  onRemove,
}: {
  condition: ConditionFields
  fields: readonly Askable[]
  attributes: readonly CustomAttribute[]
  error: string | undefined
  autoFocus: boolean
  onChange: (condition: ConditionFields) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const wrong = useId()
  const asked = askableOf(fields, condition)
  const { field, operator } = condition
  const name = field === '' ? null : conditionField(condition, attributes, t)
  const invalid = error !== undefined
  // What is wrong is mostly the value; without a field it can only be that.
  const isValueWrong = invalid && asked !== undefined && wantsValue(operator)
  return (
    <div className="min-w-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 md:grid-cols-[minmax(0,13rem)_9.5rem_minmax(0,1fr)_auto]">
        <Combobox
          label={t('filter.field')}
          placeholder={t('filter.field.search')}
          empty={t('filter.field.empty')}
          value={asked?.id ?? null}
          onValueChange={(id) => {
            const next = fields.find((one) => one.id === id)
            if (next) onChange(withField(condition, next))
          }}
          items={fields.map((one) => ({ value: one.id, label: conditionField(one, attributes, t) }))}
          trigger={
            <Chooser
              filled={name !== null}
              autoFocus={autoFocus}
              data-invalid={invalid && !isValueWrong ? '' : undefined}
              aria-invalid={(invalid && !isValueWrong) || undefined}
              aria-describedby={invalid ? wrong : undefined}
            >
              <span className="truncate">{name ?? t('filter.field.choose')}</span>
            </Chooser>
          }
        />
        <div className="col-span-2 row-start-2 grid grid-cols-[9.5rem_minmax(0,1fr)] gap-1.5 md:contents">
          <Select
            label={t('filter.operator')}
            disabled={!asked}
            value={operator}
            onValueChange={(next) => onChange(withOperator(condition, next))}
            options={(asked ? ruleOperatorsOf[asked.kind] : [operator]).map((one) => ({
              value: one,
              label: operatorWords(one, t),
            }))}
          />
          {asked && wantsValue(operator) ? (
            <div className="flex min-w-0 items-center gap-1">
              <ConditionValue
                asked={asked}
                condition={condition}
                invalid={isValueWrong}
                describedBy={isValueWrong ? wrong : undefined}
                onChange={(value) => onChange({ ...condition, value })}
              />
              {asked.kind === 'text' && (
                <IconButton
                  label={t('automations.case')}
                  pressed={condition.case_sensitive_match}
                  onClick={() =>
                    onChange({ ...condition, case_sensitive_match: !condition.case_sensitive_match })
                  }
                >
                  <CaseSensitive size={16} aria-hidden />
                </IconButton>
              )}
            </div>
          ) : (
            <span />
          )}
        </div>
        <IconButton
          label={t('automations.condition.remove', { name: name ?? t('automations.condition.empty') })}
          onClick={onRemove}
          className="col-start-2 row-start-1 mt-0.5 md:col-start-4"
        >
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {error && (
        <p id={wrong} role="alert" className="mt-1 flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
