import { useTranslation } from 'react-i18next'
import { fullName, initials } from '../format/names.ts'
import { Avatar } from '../ui/display/avatar.tsx'
import { useAvailabilityOf } from './agent-availability.tsx'
import { availabilityDot } from './availability.ts'

type AvatarAgent = { id: number; first_name: string; last_name?: string | null; avatar_url?: string | null }

/** An agent's picture with a availability dot. Contacts have none. */
export function AgentAvatar({
  agent,
  size,
  label,
}: {
  agent: AvatarAgent
  size?: 'sm' | 'md' | 'lg'
  /** Accessible name where no visible name is next to it; includes the status. Elsewhere use `AvailabilityText`. */
  label?: string
}) {
  const { t } = useTranslation()
  const status = useAvailabilityOf(agent.id)
  const statusText = status && t(`availability.${status}`)
  const name = fullName(agent)
  return (
    <span title={statusText && `${name}, ${statusText}`} className="inline-flex h-fit shrink-0">
      <Avatar
        name={name}
        initials={initials(agent)}
        src={agent.avatar_url}
        size={size ?? 'md'}
        dot={status && availabilityDot(status)}
        {...(label && { label: [label, statusText].filter(Boolean).join(', ') })}
      />
    </span>
  )
}

/** The availability dot as text for screen readers, after the name. */
export function AvailabilityText({ id }: { id: number }) {
  const { t } = useTranslation()
  const status = useAvailabilityOf(id)
  return status && <span className="sr-only">, {t(`availability.${status}`)}</span>
}
