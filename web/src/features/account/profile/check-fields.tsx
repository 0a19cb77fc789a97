import type { Agent } from '@parley/contract/agents/agent'
import { safetyChecks } from '@parley/contract/messages/safety-checks'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Switch } from '../../../ui/inputs/switch.tsx'

/** Which checks look at a message before it is sent. Stored on the server, for all browsers of the agent. */
export function CheckFields({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const muted = me.muted_checks ?? []
  return (
    <ul className="mt-2 divide-y border-y">
      {safetyChecks.map((check) => {
        const label = t(`account.checks.${check}`)
        return (
          <li key={check} className="flex items-center gap-4 py-2">
            <span className="min-w-0 flex-1">{label}</span>
            <Switch
              label={label}
              checked={!muted.includes(check)}
              onCheckedChange={(isOn) =>
                preferences.mutate({
                  muted_checks: isOn ? muted.filter((one) => one !== check) : [...muted, check],
                })
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
