import { useTranslation } from 'react-i18next'
import { PickerButton } from '../../filters/picker-button.tsx'
import { Combobox, MultiCombobox } from '../../ui/inputs/combobox.tsx'
import { type ReferenceSource, useReferenceOptions } from './use-reference-options.ts'

/** A searchable single or multiple choice of reference data. Deleted values are marked. */
export function ReferencePicker({
  source,
  label,
  values,
  multiple = false,
  invalid,
  describedBy,
  onChange,
}: {
  source: ReferenceSource
  label: string
  values: readonly string[]
  multiple?: boolean
  invalid: boolean
  describedBy?: string | undefined
  onChange: (values: string[]) => void
}) {
  const { t } = useTranslation()
  const items = useReferenceOptions(source)
  const labelFor = (value: string) => {
    const item = items?.find((option) => option.value === value)
    return item?.label ?? (items ? t('automations.gone') : '…')
  }
  const shared = {
    items: items ?? [],
    label,
    placeholder: t('macros.action.find'),
    empty: t('macros.action.none_found'),
    trigger: (
      <PickerButton
        filled={values.length > 0}
        data-invalid={invalid ? '' : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      >
        <span className="truncate">
          {values.length > 0 ? values.map(labelFor).join(', ') : t('macros.action.choose')}
        </span>
      </PickerButton>
    ),
  }
  if (multiple) {
    // The list has only existing items, so the next change drops deleted ones.
    return <MultiCombobox {...shared} values={values} onValuesChange={onChange} />
  }
  return <Combobox {...shared} value={values[0] ?? null} onValueChange={(next) => onChange([next])} />
}
