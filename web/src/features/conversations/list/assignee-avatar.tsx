import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../format/names.ts'
import { AgentAvatar } from '../../../session/agent-avatar.tsx'
import { agentsQuery } from '../../../session/queries.ts'

/** The assignee's avatar. Nothing while agents load or for a deleted agent. */
export function AssigneeAvatar({ id }: { id: number }) {
  const { t } = useTranslation()
  const agent = useQuery(agentsQuery).data?.find((one) => one.id === id)
  if (!agent) return null
  return (
    <AgentAvatar agent={agent} size="sm" label={t('conversation.assigned_to', { name: fullName(agent) })} />
  )
}
