import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/inputs/combobox.tsx'

/** Selects an IANA time zone by search. Shows each zone's current UTC offset. */
export function TimeZonePicker({
  value,
  onValueChange,
  label,
  ...button
}: { value: string; onValueChange: (zone: string) => void; label?: string } & Pick<
  ComponentProps<'button'>,
  'ref' | 'onBlur' | 'disabled'
>) {
  const { t, i18n } = useTranslation()
  const zones = useMemo(() => timeZoneOptions(i18n.language), [i18n.language])
  return (
    <Combobox
      label={label ?? t('form.time_zone')}
      placeholder={t('form.time_zone.find')}
      empty={t('form.time_zone.none')}
      value={value || null}
      onValueChange={onValueChange}
      items={zones}
      trigger={
        <button type="button" {...button} className="field h-8 justify-between gap-2 px-2.5 text-left">
          <span className="truncate">{value.replaceAll('_', ' ')}</span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
        </button>
      }
    />
  )
}

function timeZoneOptions(language: string) {
  const now = new Date()
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    detail: utcOffset(zone, language, now),
  }))
}

const utcOffset = (timeZone: string, language: string, at: Date) =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
