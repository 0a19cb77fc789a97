import type { PreviousConversation as PreviousSchema } from '@parley/contract/conversations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { visibleTo } from './access.ts'

/** Counting stops here; nobody reads that far. */
const mostCounted = 1000

/** The contact's ten newest other conversations that the actor may see, newest first, and how many there are in all. */
export async function listPrevious(
  db: Db,
  actor: Actor,
  uuid: string,
): Promise<{ previous_conversations: PreviousConversation[]; previous_count: number }> {
  const others = sql`this.uuid = ${uuid} and c.deleted_at is null and ${visibleTo(actor)}`
  const found = sql`conversations this join conversations c on c.contact_id = this.contact_id and c.id <> this.id`
  const { rows } = await sql<Row>`${often}
    select c.id, c.created_at, c.updated_at, c.uuid, c.subject, s.name as status, c.last_message, c.last_message_at,
      k.first_name, k.last_name, k.avatar_url
    from ${found} join contacts k on k.id = c.contact_id join statuses s on s.id = c.status_id
    where ${others} order by c.created_at desc, c.id desc limit 10`.execute(db)
  const count = rows.length < 10 ? rows.length : await countUpTo()
  return { previous_conversations: rows.map(present), previous_count: count }

  async function countUpTo() {
    const { rows } = await sql<{ count: number }>`
      select count(*) from (select from ${found} where ${others} limit ${mostCounted}) counted`.execute(db)
    return rows[0]?.count ?? 0
  }
}

const present = ({ first_name, last_name, avatar_url, ...row }: Row): PreviousConversation => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
  contact: { first_name, last_name, avatar_url },
})

type PreviousConversation = z.infer<typeof PreviousSchema>
type Row = Omit<PreviousConversation, 'contact' | 'created_at' | 'updated_at' | 'last_message_at'> & {
  created_at: Date
  updated_at: Date
  last_message_at: Date
  first_name: string
  last_name: string
  avatar_url: string | null
}
