import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant, uuidParams } from '../shared/fields.ts'
import { HandedOut } from './explanation.ts'

/** Why nobody has a conversation, as things are now (product-decisions 20). */
export const Waiting = z.object({
  /**
   * `taken`: somebody has it. `no_team`: it is in no team. `manual`: the team's members take for themselves. `closed`: it is over.
   * `nobody`: no member can take it now. `closed_hours`: the team does not work now. `stopped`: rules and the hand-out undid each other.
   * `soon`: its turn comes any moment.
   */
  state: z.enum(['taken', 'no_team', 'manual', 'closed', 'nobody', 'closed_hours', 'stopped', 'soon']),
  team_id: id.nullable(),
  team: z.string().nullable(),
  /** Of a team that hands out by itself. */
  method: HandedOut.shape.method.nullable(),
  /** The members as they would be looked at; empty unless somebody would be looked for. */
  members: HandedOut.shape.members,
  /** When the team works next. */
  opens_at: instant.nullable(),
  /** How many of the team wait longer; they go first. */
  ahead: z.int(),
})
export type Waiting = z.infer<typeof Waiting>

export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/assignment',
  access: 'conversations:read',
  summary: 'Why nobody has a conversation of a team that hands out by itself',
  tag: 'conversations',
  params: uuidParams,
  response: Waiting,
})
