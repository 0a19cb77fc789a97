import type { Agent } from '@parley/contract/agents/agent'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

const UNDO_SECONDS = [0, 5, 10, 20, 30, 60]

/** How long a reply is held before it is sent. Stored on the server, for all browsers of the agent. */
export function UndoField({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  // Another client may have set any number.
  const current = me.undo_seconds ?? 0
  const options = [...new Set([...UNDO_SECONDS, current])].sort((a, b) => a - b)
  return (
    <Field label={t('account.undo_seconds')}>
      <Select
        options={options.map((seconds) => ({
          value: seconds,
          label: seconds === 0 ? t('account.undo_off') : t('account.undo_choice', { seconds }),
        }))}
        value={current}
        onValueChange={(undo_seconds) => preferences.mutate({ undo_seconds })}
      />
    </Field>
  )
}
