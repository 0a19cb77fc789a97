import { type RawBuilder, sql } from 'kysely'

export const assignedTo = (agent_id: number): RawBuilder<boolean> => sql`c.assigned_user_id = ${agent_id}`

/**
 * Nobody has taken them: a team's, or those without one. An index gives its order only under an equality, which "is null" is not; hence
 * the expression of the indexes conversations_untaken_….
 */
export const unassignedIn = (team_id: number | null): RawBuilder<boolean> =>
  sql`c.assigned_user_id is null and coalesce(c.assigned_team_id, 0) = ${team_id ?? 0}`
