import { ruleOperatorsByKind } from '@parley/contract/automations/automation-fields'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { CaseSensitive, CircleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { conditionFieldText, operatorText, takesValue } from '../../../explanation/condition-text.ts'
import { PickerButton } from '../../../filters/picker-button.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { ConditionFields } from '../rule-fields.ts'
import { ConditionValue } from './condition-value.tsx'
import { type FieldOption, findFieldOption, withField, withOperator } from './field-options.ts'

/** Field, operator, value and error of one condition. */
export function ConditionRow({
  condition,
  fieldOptions,
  attributes,
  error,
  autoFocus,
  onChange,
  onRemove,
}: {
  condition: ConditionFields
  fieldOptions: readonly FieldOption[]
  attributes: readonly CustomAttribute[]
  error: string | undefined
  autoFocus: boolean
  onChange: (condition: ConditionFields) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const errorId = useId()
  const fieldOption = findFieldOption(fieldOptions, condition)
  const { field, operator } = condition
  const name = field === '' ? null : conditionFieldText(condition, attributes, t)
  const invalid = error !== undefined
  // Usually the value is invalid; without a field, only the field can be.
  const isValueWrong = invalid && fieldOption !== undefined && takesValue(operator)
  return (
    <div className="min-w-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 md:grid-cols-[minmax(0,13rem)_9.5rem_minmax(0,1fr)_auto]">
        <FieldPicker
          fieldOptions={fieldOptions}
          attributes={attributes}
          value={fieldOption?.id ?? null}
          name={name}
          autoFocus={autoFocus}
          invalid={invalid && !isValueWrong}
          describedBy={invalid ? errorId : undefined}
          onChange={(next) => onChange(withField(condition, next))}
        />
        <div className="col-span-2 row-start-2 grid grid-cols-[9.5rem_minmax(0,1fr)] gap-1.5 md:contents">
          <Select
            label={t('filter.operator')}
            disabled={!fieldOption}
            value={operator}
            onValueChange={(next) => onChange(withOperator(condition, next))}
            options={(fieldOption ? ruleOperatorsByKind[fieldOption.kind] : [operator]).map((value) => ({
              value,
              label: operatorText(value, t),
            }))}
          />
          {fieldOption && takesValue(operator) ? (
            <div className="flex min-w-0 items-center gap-1">
              <ConditionValue
                fieldOption={fieldOption}
                condition={condition}
                invalid={isValueWrong}
                describedBy={isValueWrong ? errorId : undefined}
                onChange={(value) => onChange({ ...condition, value })}
              />
              {fieldOption.kind === 'text' && (
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
        <p id={errorId} role="alert" className="mt-1 flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

function FieldPicker({
  fieldOptions,
  attributes,
  value,
  name,
  autoFocus,
  invalid,
  describedBy,
  onChange,
}: {
  fieldOptions: readonly FieldOption[]
  attributes: readonly CustomAttribute[]
  value: string | null
  /** Of the chosen field. */
  name: string | null
  autoFocus: boolean
  invalid: boolean
  describedBy: string | undefined
  onChange: (fieldOption: FieldOption) => void
}) {
  const { t } = useTranslation()
  return (
    <Combobox
      label={t('filter.field')}
      placeholder={t('filter.field.search')}
      empty={t('filter.field.empty')}
      value={value}
      onValueChange={(id) => {
        const next = fieldOptions.find((option) => option.id === id)
        if (next) onChange(next)
      }}
      items={fieldOptions.map((option) => ({
        value: option.id,
        label: conditionFieldText(option, attributes, t),
      }))}
      trigger={
        <PickerButton
          filled={name !== null}
          autoFocus={autoFocus}
          data-invalid={invalid ? '' : undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
        >
          <span className="truncate">{name ?? t('filter.field.choose')}</span>
        </PickerButton>
      }
    />
  )
}
