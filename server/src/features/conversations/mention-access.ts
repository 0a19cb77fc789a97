import type { MentionAccess } from '@parley/contract/conversations/followers'
import { sql } from 'kysely'
import { maySee } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { loadActorsByAgentId } from '../../identity/load-actor.ts'
import { accessKeys, type ConversationRow } from '../../spine/record-event.ts'

/** The enabled agents without access to the conversation, and the teams of which nobody has access. */
export async function listMentionableWithoutAccess(db: Db, c: ConversationRow): Promise<MentionAccess> {
  const agents = await db
    .selectFrom('agents')
    .select('id')
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .orderBy('id')
    .execute()
  const actors = await loadActorsByAgentId(
    db,
    agents.map(({ id }) => id),
  )
  const reached = [...actors.values()].filter((agent) => maySee(agent, accessKeys(c))).map(({ id }) => id)
  const reachedIds = new Set(reached)
  const { rows: teams } = await sql<{ id: number }>`
    select t.id from teams t
    where not exists (select from team_members tm where tm.team_id = t.id and tm.agent_id = any(${reached}))
    order by t.id`.execute(db)
  return {
    agent_ids: agents.map(({ id }) => id).filter((id) => !reachedIds.has(id)),
    team_ids: teams.map(({ id }) => id),
  }
}
