import { useTranslation } from 'react-i18next'
import { Chooser } from '../../filters/chooser.tsx'
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx'
import { type ChoiceOf, useChoices } from './use-choices.ts'

/** One of a list, found by typing; or several, when `many`. What is chosen and gone by now says so. */
export function Choice({
  of,
  label,
  values,
  many = false,
  invalid,
  describedBy,
  onChange,
}: {
  of: ChoiceOf
  label: string
  values: readonly string[]
  many?: boolean
  invalid: boolean
  describedBy?: string | undefined
  onChange: (values: string[]) => void
}) {
  const { t } = useTranslation()
  const items = useChoices(of)
  const wordOf = (value: string) => {
    const item = items?.find((one) => one.value === value)
    return item?.label ?? (items ? t('automations.gone') : '…')
  }
  const shared = {
    items: items ?? [],
    label,
    placeholder: t('macros.action.find'),
    empty: t('macros.action.none_found'),
    trigger: (
      <Chooser
        filled={values.length > 0}
        data-invalid={invalid ? '' : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      >
        <span className="truncate">
          {values.length > 0 ? values.map(wordOf).join(', ') : t('macros.action.choose')}
        </span>
      </Chooser>
    ),
  }
  if (many) {
    // A list holds what is still there; what is gone goes with the next choice.
    return <MultiCombobox {...shared} values={values} onValuesChange={onChange} />
  }
  return <Combobox {...shared} value={values[0] ?? null} onValueChange={(one) => onChange([one])} />
}
