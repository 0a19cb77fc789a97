import type { Agent } from '@parley/contract/agents/agent'
import type { TeamCompact } from '@parley/contract/teams/team-compact'
import type { AnyView, AnyViewWrite } from '@parley/contract/views/shared-views'
import type { TFunction } from 'i18next'
import { may } from '../../session/permissions.ts'

/** The choice of one select: `user`, `all` or `team:` with its id. */
export type VisibleTo = 'user' | 'all' | `team:${number}`

export const toVisibleTo = ({ visibility, team_id }: Pick<AnyView, 'visibility' | 'team_id'>): VisibleTo =>
  visibility === 'team' ? `team:${team_id ?? 0}` : visibility

export const fromVisibleTo = (value: VisibleTo): Pick<AnyViewWrite, 'visibility' | 'team_id'> =>
  value === 'user' || value === 'all'
    ? { visibility: value, team_id: null }
    : { visibility: 'team', team_id: Number(value.slice('team:'.length)) }

/** What the agent may choose. The agent's own teams come first. */
export function visibleToOptions(me: Agent, teams: readonly TeamCompact[], t: TFunction) {
  const shared = may(me, 'shared_views:manage')
  const mine = new Set(me.teams.map(({ id }) => id))
  const ordered = teams.toSorted((a, b) => Number(mine.has(b.id)) - Number(mine.has(a.id)))
  return [
    ...(may(me, 'view:manage') ? [{ value: 'user' as const, label: t('view.visible_to.user') }] : []),
    ...(shared ? [{ value: 'all' as const, label: t('view.visible_to.all') }] : []),
    ...(shared
      ? ordered.map(({ id, name }) => ({
          value: `team:${id}` as const,
          label: t('view.visible_to.team', { name }),
        }))
      : []),
  ]
}
