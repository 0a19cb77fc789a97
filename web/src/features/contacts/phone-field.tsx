import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import type { ContactFields } from './contact-form-data.ts'
import { countriesIn } from './countries.ts'

/** Calling code and number. */
export function PhoneField({ form, disabled }: { form: EntityForm<ContactFields>; disabled: boolean }) {
  const { t } = useTranslation()
  const number = useField({ form, name: 'phone_number' })
  const country = useField({ form, name: 'phone_number_country_code' })
  return (
    <Field label={t('contacts.phone')} disabled={disabled} error={number.error ?? country.error}>
      <div className="flex gap-2">
        <CountryPicker value={country.field.value} disabled={disabled} onChoose={country.field.onChange} />
        <Input {...number.field} type="tel" className="min-w-0 flex-1" disabled={disabled} />
      </div>
    </Field>
  )
}

function CountryPicker({
  value,
  disabled,
  onChoose,
}: {
  value: string
  disabled: boolean
  onChoose: (code: string) => void
}) {
  const { t, i18n } = useTranslation()
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  const chosen = countries.find(({ code }) => code === value)
  return (
    <Combobox
      label={t('contacts.country')}
      placeholder={t('contacts.country.find')}
      empty={t('contacts.country.none')}
      value={value || null}
      onValueChange={onChoose}
      items={countries.map(({ code, name, calling_code }) => ({
        value: code,
        label: name,
        keywords: `${calling_code} ${code}`,
        detail: calling_code,
      }))}
      trigger={
        <button
          type="button"
          disabled={disabled}
          className="field h-8 w-24 shrink-0 justify-between gap-1 px-2.5 tabular-nums"
        >
          <span className={chosen ? '' : 'text-ink-3'}>
            {chosen ? `${chosen.code} ${chosen.calling_code}` : t('contacts.country')}
          </span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
        </button>
      }
    />
  )
}
