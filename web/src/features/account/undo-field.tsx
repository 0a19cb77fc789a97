import { type Agent, updateMyPreferences } from '@parley/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { showFailure } from '../../lib/toast.ts'
import { meQuery } from '../../session/queries.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const choices = [0, 5, 10, 20, 30, 60]

/** How long the agent's replies can be taken back; kept on the server, for all their browsers. */
export function UndoField({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (undo_seconds: number) => call(updateMyPreferences, { body: { undo_seconds } }),
    onSuccess: (agent) => cache.setQueryData(meQuery.queryKey, agent),
    onError: (error, undo_seconds) => showFailure(error, () => change.mutate(undo_seconds)),
  })
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
        value={change.isPending ? change.variables : now}
        onValueChange={(seconds) => change.mutate(seconds)}
      />
    </Field>
  )
}
