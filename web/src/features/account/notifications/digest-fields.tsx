import type { Agent } from '@parley/contract/agents/agent'
import { muteNotification } from '@parley/contract/notifications/notifications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../../../format/locale.ts'
import { TimeZonePicker } from '../../../forms/fields/time-zone-picker.tsx'
import { settingsQuery } from '../../../session/queries.ts'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

const NO_DIGEST = -1
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** When the digest is sent. */
export function DigestFields({ me, isEnabled }: { me: Agent; isEnabled: boolean }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const muted = me.muted_notifications ?? []
  const settings = { muted_notifications: muted, muted_channels: me.muted_channels ?? [] }
  const hour = muted.includes('digest') ? null : (me.digest_hour ?? null)
  const clock = new Intl.DateTimeFormat(readerLocale(), { timeStyle: 'short', timeZone: 'UTC' })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field
        label={t('account.notifications.digest.hour')}
        help={isEnabled ? undefined : t('account.notifications.off_for_all')}
        disabled={!isEnabled}
      >
        <Select
          disabled={!isEnabled}
          options={[
            { value: NO_DIGEST, label: t('account.notifications.digest.none') },
            ...hours.map((value) => ({ value, label: clock.format(Date.UTC(2030, 0, 1, value)) })),
          ]}
          value={hour ?? NO_DIGEST}
          onValueChange={(value) =>
            preferences.mutate({
              digest_hour: value === NO_DIGEST ? null : value,
              ...(muted.includes('digest') &&
                muteNotification(settings, { kind: 'digest', channel: 'email', muted: false })),
            })
          }
        />
      </Field>
    </div>
  )
}

/** In which time zone the digest's hour and the quiet hours are. */
export function TimeZoneFields({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const workspace = useQuery(settingsQuery).data?.['app.timezone'] ?? 'UTC'
  const zone = me.time_zone ?? ''
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label={t('account.notifications.zone.which')}>
        <Select
          options={[
            {
              value: 'workspace',
              label: t('account.notifications.zone.workspace', { zone: workspace.replaceAll('_', ' ') }),
            },
            { value: 'own', label: t('account.notifications.zone.own') },
          ]}
          value={zone === '' ? 'workspace' : 'own'}
          onValueChange={(value) =>
            preferences.mutate({
              time_zone: value === 'own' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : '',
            })
          }
        />
      </Field>
      {zone !== '' && (
        <Field label={t('account.notifications.zone')}>
          <TimeZonePicker
            value={zone}
            label={t('account.notifications.zone')}
            onValueChange={(time_zone) => preferences.mutate({ time_zone })}
          />
        </Field>
      )}
    </div>
  )
}
