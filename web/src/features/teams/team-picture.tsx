import type { Team } from '@parley/contract/teams/teams'
import { Users } from 'lucide-react'

/** The team's emoji, or a default icon. */
export function TeamPicture({ team }: { team: Pick<Team, 'emoji'> }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-lg bg-surface-sunk text-lg text-ink-3"
    >
      {team.emoji || <Users size={16} />}
    </span>
  )
}
