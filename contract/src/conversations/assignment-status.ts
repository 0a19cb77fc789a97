import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant, uuidParams } from '../shared/fields.ts'
import { HandedOut } from './explanation.ts'

/** Why a conversation has no assignee at this moment (docs/spec/product-decisions.md#automatic-assignment). */
export const Waiting = z.object({
  /**
   * `taken`: it is assigned. `no_team`: it has no team. `manual`: the team assigns manually. `closed`: it is closed. `nobody`: no member is
   * available. `closed_hours`: outside the team's business hours. `stopped`: rules and auto-assignment kept undoing each other. `soon`:
   * about to be assigned.
   */
  state: z.enum(['taken', 'no_team', 'manual', 'closed', 'nobody', 'closed_hours', 'stopped', 'soon']),
  team_id: id.nullable(),
  team: z.string().nullable(),
  /** The method of a team with automatic assignment. */
  method: HandedOut.shape.method.nullable(),
  /** The members as they would be considered; empty if no one would be assigned. */
  members: HandedOut.shape.members,
  /** When the team's business hours start next. */
  opens_at: instant.nullable(),
  /** How many conversations of the team have waited longer and come first. */
  ahead: z.int(),
})
export type Waiting = z.infer<typeof Waiting>

export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/assignment',
  access: 'conversations:read',
  summary: 'Why a conversation of a team with automatic assignment is still unassigned',
  tag: 'conversations',
  params: uuidParams,
  response: Waiting,
})
