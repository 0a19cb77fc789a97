import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../ui/combobox.tsx'
import { type FieldProps, FormField } from './fields.tsx'

/** An IANA time zone, found by typing; each with its distance from UTC now. */
export function TimeZoneField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { t, i18n } = useTranslation()
  const zones = useMemo(() => zonesIn(i18n.language), [i18n.language])
  return (
    <FormField {...props}>
      {(field) => (
        <Combobox
          label={t('form.time_zone')}
          placeholder={t('form.time_zone.find')}
          empty={t('form.time_zone.none')}
          value={field.value || null}
          onValueChange={field.onChange}
          items={zones}
          trigger={
            <button
              type="button"
              ref={field.ref}
              onBlur={field.onBlur}
              disabled={props.disabled}
              className="field h-8 justify-between gap-2 px-2.5 text-left"
            >
              <span className="truncate">{String(field.value ?? '').replaceAll('_', ' ')}</span>
              <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
            </button>
          }
        />
      )}
    </FormField>
  )
}

function zonesIn(language: string) {
  const now = new Date()
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    detail: offsetOf(zone, language, now),
  }))
}

const offsetOf = (timeZone: string, language: string, at: Date) =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
