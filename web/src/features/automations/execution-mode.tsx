import { executionModes } from '@parley/contract/automations/automation-fields'
import type { Rule } from '@parley/contract/automations/automation-rules'
import { setRuleExecutionMode } from '@parley/contract/automations/automations'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Select } from '../../ui/inputs/select.tsx'

/** Whether all matching rules of a type run, or only the first. Time rules have no such mode: each fires at its own time. */
export function ExecutionMode({
  type,
  mode,
}: {
  type: 'new_conversation' | 'conversation_update'
  mode: Rule['execution_mode']
}) {
  const { t } = useTranslation()
  const save = useApiMutation(
    (nextMode: Rule['execution_mode']) => call(setRuleExecutionMode, { body: { mode: nextMode, type } }),
    { invalidateKey: queryKeys.automations, successMessage: t('automations.mode.saved') },
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p className="text-ink-3">{t('automations.mode.help')}</p>
      <div className="w-56 max-md:w-full">
        <Select
          label={t('automations.mode')}
          value={save.isPending ? save.variables : mode}
          onValueChange={(nextMode) => save.mutate(nextMode)}
          options={executionModes.map((value) => ({ value, label: t(`automations.mode.${value}`) }))}
        />
      </div>
    </div>
  )
}
