import type { Message } from '@parley/contract/messages'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
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
  const visible = sql`from conversations c where c.uuid = ${uuid} and c.deleted_at is null and ${visibleTo(actor)}`
  const counted = sql`(
    select id, created_at, count(*) over () as total from messages
    where conversation_id = (select c.id ${visible}) and held_until is null) counted`
  const page = sql`(
    select id, total, row_number() over (order by created_at desc, id desc) as place from ${counted}
    ${before ? sql`where (created_at, id) < (${before.value}::timestamptz, ${before.id})` : sql``}
    order by created_at desc, id desc limit ${query.page_size} offset ${offset}) as wanted`
  const rows = await hydrateWanted(db, page, sql<{ total: number }>`, wanted.total`)
  const total = rows[0]?.total ?? (await countAll())
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

  /** A page beyond the last message has no row to tell it. */
  async function countAll() {
    const { rows } = await sql<{ total: number }>`
      select (select count(*) from messages where conversation_id = c.id and held_until is null) as total ${visible}`.execute(
      db,
    )
    if (!rows[0]) throw notFound('Conversation')
    return rows[0].total
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
