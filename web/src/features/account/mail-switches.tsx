import type { NotificationKind, NotificationSwitches } from '@parley/contract/notifications'
import type { Agent } from '@parley/contract/people'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/use-preferences.ts'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'

const kinds = ['assigned', 'sla_warning', 'sla_breach', 'csat'] as const

/** One switch for each kind of mail; what is off for everybody cannot be turned on by one. */
export function MailSwitches({ me, for_all }: { me: Agent; for_all: NotificationSwitches }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const muted = me.muted_notifications ?? []
  const turn = (kind: NotificationKind, on: boolean) =>
    preferences.mutate({ muted_notifications: without(muted, kind, !on) })
  return (
    <div className="flex flex-col gap-4">
      {kinds.map((kind) => (
        <Field
          key={kind}
          label={t(`account.notifications.${kind}`)}
          help={
            for_all[kind] ? t(`account.notifications.${kind}.help`) : t('account.notifications.off_for_all')
          }
          disabled={!for_all[kind]}
          aside={
            <Switch
              checked={for_all[kind] && !muted.includes(kind)}
              disabled={!for_all[kind]}
              onCheckedChange={(on) => turn(kind, on)}
            />
          }
        >
          {null}
        </Field>
      ))}
    </div>
  )
}

/** The list with this kind, or without it. */
export const without = (muted: readonly NotificationKind[], kind: NotificationKind, isMuted: boolean) => [
  ...muted.filter((other) => other !== kind),
  ...(isMuted ? [kind] : []),
]
