import type { listContactConversations as contract } from '@parley/contract/contacts/contact-conversations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { visibleTo } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import {
  decodeCursor,
  encodeCursor,
  isValidInstant,
  maxOffset,
  pageMetadata,
  pageOffset,
} from '../../http/requests/pagination.ts'
import { hydrateConversations, presentListItem } from '../conversations/present-conversation.ts'
import { getContactRow } from './get-contact.ts'

const sort = 'created_at desc'

/** The conversations of a contact that the actor may see, newest first. */
export async function listContactConversations(
  db: Db,
  actor: Actor,
  contact_id: number,
  query: z.output<typeof contract.query>,
): Promise<z.output<typeof contract.response>> {
  const { id } = await getContactRow(db, contact_id)
  const after = query.cursor ? decodeCursor(query.cursor, sort, isValidInstant) : null
  const offset = after ? 0 : pageOffset(query)
  const where = sql`c.contact_id = ${id} and c.deleted_at is null and ${visibleTo(actor)}`
  const afterCondition = after
    ? sql`and (c.created_at, c.id) < (${after.value}::timestamptz, ${after.id})`
    : sql``
  const [{ rows }, countResult] = await Promise.all([
    sql<{ id: number; created_at: Date }>`
      select c.id, c.created_at from conversations c where ${where} ${afterCondition}
      order by c.created_at desc, c.id desc limit ${query.page_size} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*) from (select from conversations c where ${where} limit ${maxOffset + 1}) counted`.execute(
      db,
    ),
  ])
  const conversations = await hydrateConversations(
    db,
    rows.map((row) => row.id),
    actor.id,
  )
  const last = rows.length === query.page_size ? rows.at(-1) : undefined
  return {
    results: conversations.map(presentListItem),
    ...pageMetadata(countResult.rows[0]?.count ?? 0, query),
    next_cursor: last ? encodeCursor(sort, last.created_at.toISOString(), last.id) : null,
  }
}
