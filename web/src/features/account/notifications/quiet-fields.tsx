import type { Agent } from '@parley/contract/agents/agent'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../../../format/locale.ts'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'

const DEFAULT_HOURS = { from: '20:00', until: '08:00' }
const halfHours = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`,
)

/** When nothing is pushed and nothing makes a sound. */
export function QuietFields({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const hours = me.quiet_hours ?? null
  const clock = new Intl.DateTimeFormat(readerLocale(), { timeStyle: 'short', timeZone: 'UTC' })
  const options = (other: string, own: string) =>
    [...new Set([...halfHours, own])]
      .toSorted()
      .filter((value) => value !== other)
      .map((value) => ({ value, label: clock.format(new Date(`2030-01-01T${value}:00Z`)) }))
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={t('account.notifications.quiet.on')}
        help={t('account.notifications.quiet.on.help')}
        aside={
          <Switch
            checked={hours !== null}
            onCheckedChange={(on) => preferences.mutate({ quiet_hours: on ? DEFAULT_HOURS : null })}
          />
        }
      >
        {null}
      </Field>
      {hours && (
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={t('account.notifications.quiet.from')}>
            <Select
              options={options(hours.until, hours.from)}
              value={hours.from}
              onValueChange={(from) => preferences.mutate({ quiet_hours: { ...hours, from } })}
            />
          </Field>
          <Field label={t('account.notifications.quiet.until')}>
            <Select
              options={options(hours.from, hours.until)}
              value={hours.until}
              onValueChange={(until) => preferences.mutate({ quiet_hours: { ...hours, until } })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}
