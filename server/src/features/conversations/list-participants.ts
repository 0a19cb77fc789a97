import type { Participant } from '@parley/contract/conversations/conversations'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Everyone who wrote in the conversation or changed it, in the order they joined. The system is not a participant. */
export async function listParticipants(db: Db, conversation_id: number): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select p.id, p.first_name, p.last_name, p.avatar_url, p.type
    from conversation_participants cp
    join (
      select id, first_name, last_name, avatar_url, 'agent' as type from agents where not is_system
      union all select id, first_name, last_name, avatar_url, 'contact' from contacts
    ) p on p.id = cp.person_id
    where cp.conversation_id = ${conversation_id}
    order by cp.joined_at, p.id`.execute(db)
  return rows
}
