import type { Survey } from '@parley/contract/conversations/csat'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type Row = Omit<Survey, 'sent_at' | 'expires_at' | 'answered_at' | 'changed_at'> & {
  sent_at: Date
  expires_at: Date
  answered_at: Date | null
  changed_at: Date | null
}

/** Surveys of a conversation, newest first. */
export async function listSurveys(db: Db, conversation_id: number): Promise<Survey[]> {
  const { rows } = await sql<Row>`
    select s.id, s.sent_at, s.expires_at, s.rating::int as rating, s.comment, s.answered_at, s.changed_at, s.agent_id, s.team_id,
      trim(a.first_name || ' ' || a.last_name) as agent, t.name as team
    from csat_surveys s left join agents a on a.id = s.agent_id left join teams t on t.id = s.team_id
    where s.conversation_id = ${conversation_id} order by s.id desc limit 100`.execute(db)
  return rows.map((row) => ({
    ...row,
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
    changed_at: row.changed_at?.toISOString() ?? null,
  }))
}
