import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant, nonEmptyLine, timeZone } from '../shared/fields.ts'

export const Team = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  emoji: z.string().nullable(),
  name: z.string(),
  conversation_assignment_type: z.enum(['Round robin', 'Least busy', 'Manual']),
  timezone: z.string(),
  business_hours_id: id.nullable(),
  sla_policy_id: id.nullable(),
  max_auto_assigned_conversations: z.int(),
  member_ids: z.array(id),
})
export type Team = z.infer<typeof Team>

export const TeamWrite = z.object({
  name: nonEmptyLine(140),
  emoji: z
    .string()
    .trim()
    .max(10)
    .nullish()
    .transform((emoji) => emoji || null),
  timezone: z
    .string()
    .nullish()
    .transform((zone) => zone || 'UTC')
    .pipe(timeZone),
  conversation_assignment_type: Team.shape.conversation_assignment_type.default('Manual'),
  business_hours_id: id.nullish().transform((value) => value ?? null),
  sla_policy_id: id.nullish().transform((value) => value ?? null),
  max_auto_assigned_conversations: z.int().min(0).max(100_000).default(0),
  /** Replaces the members; unchanged if omitted. */
  member_ids: z.array(id).max(1000).optional(),
})

const tag = 'teams'
export const listTeams = endpoint({
  method: 'GET',
  path: '/api/v1/teams',
  access: 'teams:manage',
  summary: 'List the teams',
  tag,
  response: z.array(Team),
})
export const listMyTeams = endpoint({
  method: 'GET',
  path: '/api/v1/agents/me/teams',
  access: 'agent',
  summary: 'The teams of the signed-in agent',
  tag,
  response: z.array(Team),
})
export const getTeam = endpoint({
  method: 'GET',
  path: '/api/v1/teams/:id',
  access: 'teams:manage',
  summary: 'Get a team',
  tag,
  params: idParams,
  response: Team,
})
export const createTeam = endpoint({
  method: 'POST',
  path: '/api/v1/teams',
  access: 'teams:manage',
  summary: 'Create a team',
  tag,
  body: TeamWrite,
  response: Team,
})
export const TeamChanges = changesTo(TeamWrite)
export const updateTeam = endpoint({
  method: 'PUT',
  path: '/api/v1/teams/:id',
  access: 'teams:manage',
  summary: 'Change a team',
  tag,
  params: idParams,
  body: TeamChanges,
  response: Team,
})
export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/api/v1/teams/:id',
  access: 'teams:manage',
  summary: 'Delete a team; its conversations lose their team',
  tag,
  params: idParams,
  response: acknowledgement,
})
