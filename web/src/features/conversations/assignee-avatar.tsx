import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName, initials } from '../../format/names.ts'
import { agentsQuery } from '../../session/queries.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** Who works on it. Nothing while the agents are not known, and for agents who are gone. */
export function AssigneeAvatar({ id }: { id: number }) {
  const { t } = useTranslation()
  const agent = useQuery(agentsQuery).data?.find((one) => one.id === id)
  if (!agent) return null
  const name = fullName(agent)
  return (
    <span title={name} className="inline-flex">
      <Avatar
        name={name}
        initials={initials(agent)}
        src={agent.avatar_url}
        size="sm"
        label={t('conversation.assigned_to', { name })}
      />
    </span>
  )
}
