import { type RawBuilder, sql } from 'kysely'

export const assignedTo = (agent_id: number): RawBuilder<boolean> => sql`c.assigned_user_id = ${agent_id}`

/**
 * Unassigned conversations of a team, or of no team. An index keeps its sort order only below an equality condition,
 * which "is null" is not; hence the expression used by the indexes conversations_untaken_….
 */
export const unassignedIn = (team_id: number | null): RawBuilder<boolean> =>
  sql`c.assigned_user_id is null and coalesce(c.assigned_team_id, 0) = ${team_id ?? 0}`
