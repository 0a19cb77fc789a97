import { deleteAgent } from '@parley/contract/agents'
import { previewAgentDeletion, previewAgentDisabling } from '@parley/contract/deletions'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { fullName } from '../../format/names.ts'
import { setEnabled } from './use-enable.ts'

type Props = {
  agent: { id: number; first_name: string; last_name: string }
  onClose: () => void
  onDeleted?: () => void
}

export function DeleteAgent({ agent, ...rest }: Props) {
  const { t } = useTranslation()
  const params = { id: String(agent.id) }
  return (
    <DeleteDialog
      title={t('agents.delete.title', { name: fullName(agent) })}
      confirmLabel={t('agents.delete')}
      deleted={t('agents.deleted')}
      kind={keys.agents}
      preview={() => call(previewAgentDeletion, { params })}
      remove={() => call(deleteAgent, { params })}
      {...rest}
    >
      {t('agents.delete.nothing')}
    </DeleteDialog>
  )
}

/** Takes the access away and keeps the rest, for those who may come back. */
export function DisableAgent({ agent, onClose }: Props) {
  const { t } = useTranslation()
  const params = { id: String(agent.id) }
  return (
    <DeleteDialog
      title={t('agents.disable.title', { name: fullName(agent) })}
      confirmLabel={t('agents.disable')}
      deleted={t('agents.disabled.done')}
      kind={keys.agents}
      lead={t('agents.disable.lead')}
      preview={() => call(previewAgentDisabling, { params })}
      remove={() => setEnabled(agent.id, false)}
      onClose={onClose}
    >
      {t('agents.disable.nothing')}
    </DeleteDialog>
  )
}
