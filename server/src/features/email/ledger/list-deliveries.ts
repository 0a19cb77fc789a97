import type { listDeliveries as endpoint, MailDelivery } from '@parley/contract/email/mail-deliveries'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { Envelope } from './record-delivery.ts'

type Query = z.output<(typeof endpoint)['query']>
type Row = Selectable<DB['mail_deliveries']> & {
  conversation_uuid: string | null
  message_uuid: string | null
}

/** Deeper pages would read all rows before them. The total is exact up to this row. */
const maxRow = 10_000

export async function listDeliveries(db: Db, query: Query) {
  const where = sql`${query.state ? sql`d.state = ${query.state}` : sql`true`} and ${
    query.inbox_id === undefined ? sql`true` : sql`d.inbox_id = ${query.inbox_id}`
  }`
  const offset = Math.min((query.page - 1) * query.page_size, maxRow)
  const [{ rows }, { rows: countRows }] = await Promise.all([
    sql<Row>`
      select d.*, c.uuid as conversation_uuid, m.uuid as message_uuid
      from (select * from mail_deliveries d where ${where} order by id desc offset ${offset} limit ${query.page_size}) d
      left join conversations c on c.id = d.conversation_id
      left join messages m on m.id = d.stored_message_id
      order by d.id desc`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from (select from mail_deliveries d where ${where} limit ${maxRow + 1}) counted`.execute(
      db,
    ),
  ])
  const total = countRows[0]?.total ?? 0
  return {
    results: rows.map(presentDelivery),
    total: Math.min(total, maxRow),
    total_is_estimate: total > maxRow,
    per_page: query.page_size,
    total_pages: Math.ceil(Math.min(total, maxRow) / query.page_size),
    page: query.page,
    next_cursor: null,
  }
}

/** Exact number of mails in each state, from sums that the ledger maintains (migration 0009). */
export async function countDeliveries(db: Db) {
  const { rows } = await sql<{ state: Row['state']; count: number }>`
    select state, sum(count)::bigint as count from mail_delivery_counts group by state`.execute(db)
  const countOf = (state: Row['state']) => rows.find((row) => row.state === state)?.count ?? 0
  return {
    received: countOf('received'),
    threaded: countOf('threaded'),
    quarantined: countOf('quarantined'),
    ignored: countOf('ignored'),
    erased: countOf('erased'),
  }
}

const presentDelivery = (row: Row): MailDelivery => ({
  id: row.id,
  received_at: row.received_at.toISOString(),
  inbox_id: row.inbox_id,
  source: row.source,
  envelope: row.envelope as Envelope, // written by insertDelivery
  message_id: row.message_id,
  subject: row.subject,
  from_address: row.from_address,
  size: row.raw_size,
  state: row.state,
  reason: row.reason,
  attempts: row.attempts,
  conversation_uuid: row.conversation_uuid,
  message_uuid: row.message_uuid,
  duplicate_of_id: row.duplicate_of_id,
})
