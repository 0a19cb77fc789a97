import type { PreviousConversation as PreviousSchema } from '@parley/contract/conversations/conversations'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { visibleTo } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { prepared } from '../../db/prepared-statements.ts'

const maxShown = 10
/** Counting stops here; nobody pages that far. */
const maxCounted = 1000

type PreviousConversation = z.infer<typeof PreviousSchema>
/** As JSON from the database: instants are strings. */
export type PreviousRow = Omit<PreviousConversation, 'contact'> & {
  last_message_at: string
  first_name: string
  last_name: string
  avatar_url: string | null
}

/**
 * A column with the contact's ten newest other conversations that the actor may see, newest first. `conversation` has
 * an id and a contact_id.
 */
export const previousConversationsColumn = (
  actor: Actor,
  conversation: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(others), '[]') from (
    select c.id, c.created_at, c.updated_at, c.uuid, c.subject, s.name as status, c.last_message, c.last_message_at,
      k.first_name, k.last_name, k.avatar_url
    from conversations c join contacts k on k.id = c.contact_id join statuses s on s.id = c.status_id
    where c.contact_id = ${conversation}.contact_id and c.id <> ${conversation}.id and c.deleted_at is null and ${visibleTo(actor)}
    order by c.created_at desc, c.id desc limit ${maxShown}) others)`

/** The total number of previous conversations, up to 1,000. `shown` is how many the column contains. */
export async function countPrevious(
  db: Db,
  actor: Actor,
  conversation: { id: number; contact_id: number },
  shown: number,
): Promise<number> {
  if (shown < maxShown) return shown
  const { rows } = await sql<{ count: number }>`${prepared}
    select count(*) from (
      select from conversations c
      where c.contact_id = ${conversation.contact_id} and c.id <> ${conversation.id} and c.deleted_at is null and ${visibleTo(actor)}
      limit ${maxCounted}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export const presentPrevious = ({
  first_name,
  last_name,
  avatar_url,
  ...row
}: PreviousRow): PreviousConversation => ({
  ...row,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  last_message_at: toIso(row.last_message_at),
  contact: { first_name, last_name, avatar_url },
})

const toIso = (text: string) => new Date(text).toISOString()
