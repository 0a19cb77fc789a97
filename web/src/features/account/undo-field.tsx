import type { Agent } from '@parley/contract/people'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/use-preferences.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const choices = [0, 5, 10, 20, 30, 60]

/** How long the agent's replies can be taken back; kept on the server, for all their browsers. */
export function UndoField({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  // Another client may have chosen any number.
  const now = me.undo_seconds ?? 0
  const offered = [...new Set([...choices, now])].sort((a, b) => a - b)
  return (
    <Field label={t('account.undo_seconds')}>
      <Select
        options={offered.map((seconds) => ({
          value: seconds,
          label: seconds === 0 ? t('account.undo_off') : t('account.undo_choice', { seconds }),
        }))}
        value={now}
        onValueChange={(undo_seconds) => preferences.mutate({ undo_seconds })}
      />
    </Field>
  )
}
