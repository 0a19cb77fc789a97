import type { Agent } from '@parley/contract/agents/agent'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'

/** One preference that is on or off. */
export function PreferenceSwitch({
  me,
  name,
}: {
  me: Agent
  name: 'notification_sound' | 'push_preview' | 'follow_mentions'
}) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  return (
    <Field
      label={t(`account.notifications.${name}`)}
      help={t(`account.notifications.${name}.help`)}
      aside={
        <Switch checked={me[name] ?? false} onCheckedChange={(on) => preferences.mutate({ [name]: on })} />
      }
    >
      {null}
    </Field>
  )
}
