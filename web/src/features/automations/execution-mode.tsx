import { executionModes } from '@parley/contract/automations/automation-fields'
import type { Rule } from '@parley/contract/automations/automation-rules'
import { setRuleExecutionMode } from '@parley/contract/automations/automations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { showFailure, toast } from '../../lib/toast.ts'
import { Select } from '../../ui/inputs/select.tsx'

/** Whether all matching rules run, or only the first; of all rules of a type. Time rules have moments of their own, and no first one. */
export function ExecutionMode({
  type,
  mode,
}: {
  type: 'new_conversation' | 'conversation_update'
  mode: Rule['execution_mode']
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (wanted: Rule['execution_mode']) =>
      call(setRuleExecutionMode, { body: { mode: wanted, type } }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: queryKeys.automations })
      toast.success(t('automations.mode.saved'))
    },
    onError: (error, wanted) => showFailure(error, () => save.mutate(wanted)),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p className="text-ink-3">{t('automations.mode.help')}</p>
      <div className="w-56 max-md:w-full">
        <Select
          label={t('automations.mode')}
          value={save.isPending ? save.variables : mode}
          onValueChange={(wanted) => save.mutate(wanted)}
          options={executionModes.map((value) => ({ value, label: t(`automations.mode.${value}`) }))}
        />
      </div>
    </div>
  )
}
