import { z } from 'zod'
import type { Permission } from '../roles/permissions.ts'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams } from '../shared/fields.ts'
import { View, ViewWrite } from './views.ts'

/** Who uses a view: its owner, a team, or everyone. */
export const viewVisibilities = ['user', 'team', 'all'] as const
export const ViewVisibility = z.enum(viewVisibilities)
export type ViewVisibility = z.infer<typeof ViewVisibility>

/** A personal or a shared view. */
export const AnyView = View.extend({
  visibility: ViewVisibility,
  /** The owner of a personal view. */
  user_id: id.nullable(),
  /** Set for the visibility "team". */
  team_id: id.nullable(),
})
export type AnyView = z.infer<typeof AnyView>

export const AnyViewWrite = ViewWrite.extend({
  /** "user" is the caller. */
  visibility: ViewVisibility.default('user'),
  /** Only stored for the visibility "team". */
  team_id: id.nullable().default(null),
})
export type AnyViewWrite = z.infer<typeof AnyViewWrite>

type Holder = { permissions: ReadonlySet<string> }

const requiredPermission = (visibility: ViewVisibility): Permission =>
  visibility === 'user' ? 'view:manage' : 'shared_views:manage'

/** Why they can't create, change, order or delete views of this visibility, or null when they can. */
export const viewRefusal = ({ permissions }: Holder, visibility: ViewVisibility): string | null =>
  permissions.has(requiredPermission(visibility))
    ? null
    : visibility === 'user'
      ? 'Your role doesn’t allow personal views'
      : 'Your role doesn’t allow you to change shared views'

/** Whether it is in their sidebar. Whoever manages shared views also sees those of other teams. */
export const usesView = (
  agent: { id: number; team_ids: readonly number[] },
  { visibility, user_id, team_id }: Pick<AnyView, 'visibility' | 'user_id' | 'team_id'>,
): boolean =>
  visibility === 'all' ||
  (visibility === 'team' ? agent.team_ids.some((one) => one === team_id) : user_id === agent.id)

const tag = 'views'
const access = 'conversations:read'
export const listViews = endpoint({
  method: 'GET',
  path: '/api/v1/views',
  access,
  summary:
    'Your own views, those shared with your teams, and those shared with everyone, each group in its order; with shared_views:manage also those of other teams',
  tag,
  response: z.array(AnyView),
})
export const getAnyView = endpoint({
  method: 'GET',
  path: '/api/v1/views/:id',
  access,
  summary: 'Get a personal or shared view',
  tag,
  params: idParams,
  response: AnyView,
})
export const createAnyView = endpoint({
  method: 'POST',
  path: '/api/v1/views',
  access,
  summary: 'Save a view for yourself (view:manage), or for a team or everyone (shared_views:manage)',
  tag,
  body: AnyViewWrite,
  response: AnyView,
})
export const AnyViewChanges = changesTo(AnyViewWrite)
export const updateAnyView = endpoint({
  method: 'PUT',
  path: '/api/v1/views/:id',
  access,
  summary: 'Change a personal or shared view, or with whom it is shared',
  tag,
  params: idParams,
  body: AnyViewChanges,
  nulls: 'refused',
  response: AnyView,
})
export const deleteAnyView = endpoint({
  method: 'DELETE',
  path: '/api/v1/views/:id',
  access,
  summary: 'Delete a personal or shared view',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const moveView = endpoint({
  method: 'PUT',
  path: '/api/v1/views/:id/position',
  access,
  summary:
    'Move a view in front of another of the same owner, team or visibility; the order of shared views is the same for everyone',
  tag,
  params: idParams,
  /** Null: to the end. */
  body: z.object({ before_id: id.nullable() }),
  nulls: 'refused',
  response: AnyView,
})
