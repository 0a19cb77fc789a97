import type { Agent } from '@parley/contract/agents/agent'
import type { FirstEmailKind, NotificationSwitches } from '@parley/contract/notifications/notifications'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'

const switchableKinds = ['assigned', 'sla_warning', 'sla_breach', 'csat'] as const

/** One switch per kind of email. Kinds that are off for the workspace can't be turned on. */
export function NotificationSwitchList({
  me,
  workspaceSwitches,
}: {
  me: Agent
  workspaceSwitches: NotificationSwitches
}) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const muted = me.muted_notifications ?? []
  const toggle = (kind: FirstEmailKind, on: boolean) =>
    preferences.mutate({ muted_notifications: withMuted(muted, kind, !on) })
  return (
    <div className="flex flex-col gap-4">
      {switchableKinds.map((kind) => (
        <Field
          key={kind}
          label={t(`account.notifications.${kind}`)}
          help={
            workspaceSwitches[kind]
              ? t(`account.notifications.${kind}.help`)
              : t('account.notifications.off_for_all')
          }
          disabled={!workspaceSwitches[kind]}
          aside={
            <Switch
              checked={workspaceSwitches[kind] && !muted.includes(kind)}
              disabled={!workspaceSwitches[kind]}
              onCheckedChange={(on) => toggle(kind, on)}
            />
          }
        >
          {null}
        </Field>
      ))}
    </div>
  )
}

/** Adds the kind to the muted ones, or removes it. */
export const withMuted = (muted: readonly FirstEmailKind[], kind: FirstEmailKind, isMuted: boolean) => [
  ...muted.filter((other) => other !== kind),
  ...(isMuted ? [kind] : []),
]
