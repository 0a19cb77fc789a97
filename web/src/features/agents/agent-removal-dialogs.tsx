import { deleteAgent } from '@parley/contract/agents/agents'
import { previewAgentDeletion, previewAgentDisabling } from '@parley/contract/shared/deletion-previews'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { fullName } from '../../format/names.ts'
import { setAgentEnabled } from './use-enable-agent.ts'

type Props = {
  agent: { id: number; first_name: string; last_name: string }
  onClose: () => void
  onDeleted?: () => void
}

export function DeleteAgentDialog({ agent, ...rest }: Props) {
  const { t } = useTranslation()
  const params = { id: String(agent.id) }
  return (
    <DeleteDialog
      title={t('agents.delete.title', { name: fullName(agent) })}
      confirmLabel={t('agents.delete')}
      successMessage={t('agents.deleted')}
      invalidateKey={queryKeys.agents}
      preview={() => call(previewAgentDeletion, { params })}
      onConfirm={() => call(deleteAgent, { params })}
      {...rest}
    >
      {t('agents.delete.nothing')}
    </DeleteDialog>
  )
}

/** Revokes access and keeps the account. */
export function DisableAgentDialog({ agent, onClose }: Props) {
  const { t } = useTranslation()
  const params = { id: String(agent.id) }
  return (
    <DeleteDialog
      title={t('agents.disable.title', { name: fullName(agent) })}
      confirmLabel={t('agents.disable')}
      successMessage={t('agents.disabled.done')}
      invalidateKey={queryKeys.agents}
      effectsLead={t('agents.disable.lead')}
      preview={() => call(previewAgentDisabling, { params })}
      onConfirm={() => setAgentEnabled(agent.id, false)}
      onClose={onClose}
    >
      {t('agents.disable.nothing')}
    </DeleteDialog>
  )
}
