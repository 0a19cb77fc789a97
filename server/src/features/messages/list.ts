import type { Message } from '@parley/contract/messages'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { notFound } from '../../http/errors.ts'
import { isInstant, offsetOf, readCursor, writeCursor } from '../../http/list-place.ts'
import { findVisible, visibleTo } from '../conversations/access.ts'
import { hydrateMessages, hydrateWanted, presentMessage } from './present.ts'

type Query = { page: number; page_size: number; cursor?: string | undefined }

const sort = 'newest first'

/** Messages of a conversation, newest first. A cursor stays right while new messages arrive; page numbers shift. */
export async function listMessages(db: Db, actor: Actor, uuid: string, query: Query, root_url: string) {
  const before = query.cursor ? readCursor(query.cursor, sort, isInstant) : null
  const offset = before ? 0 : offsetOf(query)
  const asked = sql`conversation_id = (
    select c.id from conversations c where c.uuid = ${uuid} and c.deleted_at is null and ${visibleTo(actor)})`
  const [, rows, counted] = await Promise.all([
    findVisible(db, actor, uuid),
    hydrateWanted(
      db,
      sql`(
        select id, row_number() over (order by created_at desc, id desc) as place from messages
        where ${asked} and held_until is null
          ${before ? sql`and (created_at, id) < (${before.value}::timestamptz, ${before.id})` : sql``}
        order by created_at desc, id desc limit ${query.page_size} offset ${offset}) as wanted`,
    ),
    sql<{
      total: number
    }>`${often}select count(*) as total from messages where ${asked} and held_until is null`.execute(db),
  ])
  const total = counted.rows[0]?.total ?? 0
  const last = rows.length === query.page_size ? rows.at(-1) : undefined
  return {
    results: rows.map((row) => presentMessage(row, root_url)),
    total,
    total_is_estimate: false,
    per_page: query.page_size,
    total_pages: Math.ceil(total / query.page_size),
    page: query.page,
    next_cursor: last ? writeCursor(sort, last.created_at.toISOString(), last.id) : null,
  }
}

export async function getMessage(
  db: Db,
  actor: Actor,
  where: { uuid: string; message_uuid: string },
  root_url: string,
): Promise<Message> {
  const conversation = await findVisible(db, actor, where.uuid)
  const found = await db
    .selectFrom('messages')
    .select('id')
    .where('uuid', '=', where.message_uuid)
    .where('conversation_id', '=', conversation.id)
    .where('held_until', 'is', null)
    .executeTakeFirst()
  const [row] = found ? await hydrateMessages(db, [found.id]) : []
  if (!row) throw notFound('Message')
  return presentMessage(row, root_url)
}
