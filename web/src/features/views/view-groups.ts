import type { Agent } from '@parley/contract/agents/agent'
import type { TeamCompact } from '@parley/contract/teams/team-compact'
import type { AnyView } from '@parley/contract/views/shared-views'
import { may } from '../../session/permissions.ts'

/** Views that are ordered together: the agent's own, those of one of their teams, those of everyone. */
export type ViewGroup =
  | { key: string; kind: 'user' | 'all'; views: AnyView[] }
  | { key: string; kind: 'team'; team: TeamCompact; views: AnyView[] }
  /** Of teams that the agent isn't in, for whoever manages shared views. Each team has an order of its own. */
  | { key: string; kind: 'others'; views: AnyView[] }

/** The sidebar's groups in order. Only the agent's own may be empty. */
export function groupViews(views: readonly AnyView[], me: Pick<Agent, 'teams'>): ViewGroup[] {
  const ofTeam = (id: number) => views.filter(({ team_id }) => team_id === id)
  const groups: ViewGroup[] = [
    ...me.teams.map((team) => ({
      key: `team.${team.id}`,
      kind: 'team' as const,
      team,
      views: ofTeam(team.id),
    })),
    { key: 'all', kind: 'all', views: views.filter(({ visibility }) => visibility === 'all') },
    {
      key: 'others',
      kind: 'others',
      views: views.filter(({ team_id }) => team_id !== null && !me.teams.some(({ id }) => id === team_id)),
    },
  ]
  return [
    { key: 'user', kind: 'user', views: views.filter(({ visibility }) => visibility === 'user') },
    ...groups.filter((group) => group.views.length > 0),
  ]
}

export const mayCreateViews = (me: Agent): boolean => may(me, 'view:manage') || may(me, 'shared_views:manage')

export const mayChangeView = (me: Agent, { visibility }: Pick<AnyView, 'visibility'>): boolean =>
  may(me, visibility === 'user' ? 'view:manage' : 'shared_views:manage')

const isSameGroup = (a: AnyView, b: AnyView): boolean =>
  a.visibility === b.visibility && a.team_id === b.team_id

/** Where a view can go: the id of the view that it would be in front of, null for the end, undefined for nowhere. */
export function viewNeighbours(views: readonly AnyView[], view: AnyView) {
  const group = views.filter((one) => isSameGroup(one, view))
  const at = group.findIndex(({ id }) => id === view.id)
  return {
    up: group[at - 1]?.id,
    down: at < 0 || at === group.length - 1 ? undefined : (group[at + 2]?.id ?? null),
  }
}

/** The view that the moved one is in front of after it is dropped on another of its group; null at the end. */
export function dropTarget(group: readonly AnyView[], id: number, over_id: number): number | null {
  const [from, to] = [id, over_id].map((one) => group.findIndex((view) => view.id === one)) as [
    number,
    number,
  ] // one result for each
  return group[from < to ? to + 1 : to]?.id ?? null
}

/** All views, with one moved in front of another of its group, or to its end. */
export function moveInViews(views: readonly AnyView[], id: number, before_id: number | null): AnyView[] {
  const moved = views.find((view) => view.id === id)
  if (!moved || id === before_id) return [...views]
  const others = views.filter((view) => view.id !== id)
  const at =
    before_id === null
      ? others.findLastIndex((view) => isSameGroup(view, moved)) + 1
      : others.findIndex((view) => view.id === before_id)
  return at < 0 ? [...views] : others.toSpliced(at, 0, moved)
}
