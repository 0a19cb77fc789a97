import type { Participant } from '@parley/contract/conversations/conversations'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { withMerged } from '../../merged-conversations.ts'

/**
 * Everyone who wrote in the conversation or in one that was merged into it, or changed it, in the order they joined. The
 * system is not a participant.
 */
export async function listParticipants(db: Db, conversation_id: number): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select p.id, p.first_name, p.last_name, p.avatar_url, p.type
    from (
      select person_id, min(joined_at) as joined_at from conversation_participants
      where conversation_id = any(${withMerged(conversation_id)}) group by person_id) cp
    join (
      select id, first_name, last_name, avatar_url, 'agent' as type from agents where not is_system
      union all select id, first_name, last_name, avatar_url, 'contact' from contacts
    ) p on p.id = cp.person_id
    order by cp.joined_at, p.id`.execute(db)
  return rows
}
