import type { UserCompact } from '@parley/contract/agents/agent'
import type { TFunction } from 'i18next'
import { fullName, initials } from '../../../format/names.ts'
import { useAvailabilityOf } from '../../../session/agent-availability.tsx'
import { availabilityDot } from '../../../session/availability.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'

/** The assignee of a row: as `AgentAvatar`, but with `t` of the list. */
export function AssigneeAvatar({ agent, t }: { agent: UserCompact; t: TFunction }) {
  const name = fullName(agent)
  const status = useAvailabilityOf(agent.id)
  const statusText = status && t(`availability.${status}`)
  return (
    <span title={statusText && `${name}, ${statusText}`} className="inline-flex h-fit shrink-0">
      <Avatar
        name={name}
        initials={initials(agent)}
        src={agent.avatar_url}
        size="sm"
        dot={status && availabilityDot(status)}
        label={[t('conversation.assigned_to', { name }), statusText].filter(Boolean).join(', ')}
      />
    </span>
  )
}
