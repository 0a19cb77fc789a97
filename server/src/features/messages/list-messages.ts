import type { Message } from '@parley/contract/messages/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import { getVisible, readableBy } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { decodeCursor, encodeCursor, isValidInstant, pageOffset } from '../../http/requests/pagination.ts'
import { withMerged } from '../../merged-conversations.ts'
import { hydrateMessages, hydrateMessagesFrom, presentMessage } from './present-message.ts'

type Query = { page: number | undefined; page_size: number; cursor?: string | undefined }

const sort = 'newest first'

/**
 * Messages of a conversation, newest first. A cursor stays stable when new messages arrive; page numbers shift.
 *
 * Existing clients request `page=1` and take the recipients of a reply from the newest email on it (docs/spec/wire.md#default-recipients).
 * If notes and activity lines fill that page, the newest email takes its last row and the rows in between move down by
 * one, so no row is missing or repeated.
 */
export async function listMessages(db: Db, actor: Actor, uuid: string, query: Query, root_url: string) {
  const { page = 1, page_size } = query
  const cursor = query.cursor ? decodeCursor(query.cursor, sort, isValidInstant) : null
  const offset = cursor ? 0 : pageOffset({ page, page_size })
  const withVisible = sql`with visible as materialized (
    select own.id from conversations own where own.uuid = ${uuid} and ${readableBy(actor)})`
  const own = sql`(select id from visible)`
  // What was done to a merged conversation, such as assigning it, is not said of the one it was merged into.
  const all = sql`from messages where conversation_id = any(${withMerged(own)}) and held_until is null
    and (type <> 'activity' or conversation_id = ${own})`
  const includesMail = query.page !== undefined && !cursor && page_size > 1
  // Two texts instead of one with a parameter: PostgreSQL would plan that one anew for every request, which took 1.3 ms.
  const rowsOfPage = includesMail
    ? pageWithMail(all, { offset, page_size })
    : sql`
      select id, total, false as moved, row_number() over (order by created_at desc, id desc) as ord
      from (select id, created_at, count(*) over () as total ${all}) counted
      where ${cursor ? sql`(created_at, id) < (${cursor.value}::timestamptz, ${cursor.id})` : sql`true`}
      order by created_at desc, id desc limit ${page_size} offset ${offset}`
  const source = sql`(${withVisible} ${rowsOfPage}) as wanted`
  const rows = await hydrateMessagesFrom(
    db,
    source,
    sql<{ total: number; moved: boolean | null }>`, total, moved`,
  )
  const total = rows[0]?.total ?? (await countAll())
  const last = rows.length === page_size ? rows.findLast((row) => !row.moved) : undefined
  return {
    results: rows.map((row) => presentMessage(row, root_url)),
    total,
    total_is_estimate: false,
    per_page: page_size,
    total_pages: Math.ceil(total / page_size),
    page,
    next_cursor: last ? encodeCursor(sort, last.created_at.toISOString(), last.id) : null,
  }

  /** A page past the last message has no row that carries the total. */
  async function countAll() {
    const { rows } = await sql<{
      total: number
    }>`${withVisible} select (select count(*) ${all}) as total from visible`.execute(db)
    if (!rows[0]) throw notFound('Conversation')
    return rows[0].total
  }
}

/** `all` are the conversation's messages. */
const pageWithMail = (
  all: RawBuilder<unknown>,
  { offset, page_size }: { offset: number; page_size: number },
) => sql`,
      numbered as (
        select id, row_number() over (order by created_at desc, id desc) as n, count(*) over () as total ${all}),
      mail as (
        select id, n from numbered where n > ${page_size} and id = (
          select id ${all} and type in ('incoming', 'outgoing') and not private
          order by created_at desc, id desc limit 1))
      select * from (
        select numbered.id, total, numbered.id = mail.id as moved, case
          when numbered.id = mail.id then ${page_size}
          when numbered.n between ${page_size} and mail.n then numbered.n + 1
          else numbered.n end as ord
        from numbered left join mail on true) numbered_rows
      where ord > ${offset} and ord <= ${offset + page_size}`

export async function getMessage(
  db: Db,
  actor: Actor,
  ids: { uuid: string; message_uuid: string },
  root_url: string,
): Promise<Message> {
  const conversation = await getVisible(db, actor, ids.uuid)
  const existing = await db
    .selectFrom('messages')
    .select('id')
    .where('uuid', '=', ids.message_uuid)
    .where('conversation_id', '=', sql<number>`any(${withMerged(conversation.id)})`)
    .where('held_until', 'is', null)
    .executeTakeFirst()
  const [row] = existing ? await hydrateMessages(db, [existing.id]) : []
  if (!row) throw notFound('Message')
  return presentMessage(row, root_url)
}

export async function getMessageDelivery(db: Db, actor: Actor, ids: { uuid: string; message_uuid: string }) {
  const conversation = await getVisible(db, actor, ids.uuid)
  const row = await db
    .selectFrom('messages')
    .select(['attempts', 'next_attempt_at', 'delivery_details'])
    .where('uuid', '=', ids.message_uuid)
    .where('conversation_id', '=', sql<number>`any(${withMerged(conversation.id)})`)
    .where('held_until', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('Message')
  return {
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    details: row.delivery_details,
  }
}
