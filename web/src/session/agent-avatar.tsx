import { useTranslation } from 'react-i18next'
import { fullName, initials } from '../format/names.ts'
import { Avatar } from '../ui/display/avatar.tsx'
import { presenceDot } from './availability.ts'
import { useAvailabilityOf } from './presence.tsx'

type AvatarAgent = { id: number; first_name: string; last_name?: string | null; avatar_url?: string | null }

/** An agent's picture with the dot that says whether they are there. Who is no agent has none. */
export function AgentAvatar({
  agent,
  size,
  label,
}: {
  agent: AvatarAgent
  size?: 'sm' | 'md' | 'lg'
  /** Names the picture where no name stands beside it; the status follows. Elsewhere `AvailabilityText` says the status. */
  label?: string
}) {
  const { t } = useTranslation()
  const status = useAvailabilityOf(agent.id)
  const words = status && t(`availability.${status}`)
  const name = fullName(agent)
  return (
    <span title={words && `${name}, ${words}`} className="inline-flex h-fit shrink-0">
      <Avatar
        name={name}
        initials={initials(agent)}
        src={agent.avatar_url}
        size={size ?? 'md'}
        dot={status && presenceDot(status)}
        {...(label && { label: [label, words].filter(Boolean).join(', ') })}
      />
    </span>
  )
}

/** The dot in words, for those who hear the page. It follows the name. */
export function AvailabilityText({ id }: { id: number }) {
  const { t } = useTranslation()
  const status = useAvailabilityOf(id)
  return status && <span className="sr-only">, {t(`availability.${status}`)}</span>
}
