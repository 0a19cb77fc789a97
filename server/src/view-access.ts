import { usesView, type ViewVisibility } from '@parley/contract/views/shared-views'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'

/** Whose view it is. */
export type ViewScope = { visibility: ViewVisibility; agent_id: number | null; team_id: number | null }

/** Whoever manages shared views sees those of every team. */
export const maySeeView = (actor: Actor, view: ViewScope): boolean =>
  usesView(actor, { ...view, user_id: view.agent_id }) ||
  (view.visibility !== 'user' && actor.permissions.has('shared_views:manage'))

/** The views `v` in the actor's sidebar: `usesView` as a condition. */
export const usedViews = (actor: Actor): RawBuilder<boolean> =>
  sql`(${actor.permissions.has('view:manage') ? sql`v.agent_id = ${actor.id} or` : sql``}
    v.visibility = 'all' or v.team_id = any(${[...actor.team_ids]}::bigint[]))`

/** The order of views `v` in their group, such as those of one team. */
export const viewOrder = sql`v.position nulls last, lower(v.name), v.id`

/** The order of groups: personal, by team, everyone. `t` is the view's team. */
export const viewGroupOrder = sql`array_position(array['user', 'team', 'all'], v.visibility), lower(t.name), t.id`

/** In events about shared views: who saw the view, or sees it from now on. */
export type SharedViewAudience = { team_ids: number[]; everyone: boolean }

export const viewAudienceOf = (scopes: readonly ViewScope[]): SharedViewAudience => ({
  team_ids: scopes.flatMap(({ team_id }) => team_id ?? []),
  everyone: scopes.some(({ visibility }) => visibility === 'all'),
})

/** Whether the actor's views are affected. Whoever shares their own view, or stops sharing one, manages shared views. */
export const isInViewAudience = (actor: Actor, { team_ids, everyone }: SharedViewAudience): boolean =>
  everyone ||
  team_ids.some((id) => actor.team_ids.includes(id)) ||
  actor.permissions.has('shared_views:manage')
