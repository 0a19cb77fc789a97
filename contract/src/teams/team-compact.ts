import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id } from '../shared/fields.ts'

export const TeamCompact = z.object({ id, name: z.string(), emoji: z.string().nullable() })
export type TeamCompact = z.infer<typeof TeamCompact>
export const listTeamsCompact = endpoint({
  method: 'GET',
  path: '/api/v1/teams/compact',
  access: 'agent',
  summary: 'List the teams, for pickers',
  tag: 'teams',
  response: z.array(TeamCompact),
})
