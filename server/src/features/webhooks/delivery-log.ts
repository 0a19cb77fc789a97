import {
  type listWebhookDeliveries as contract,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  webhookEvents,
} from '@parley/contract/webhooks/webhooks'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { withStatementTimeout } from '../../db/statement-timeout.ts'
import { notFound } from '../../http/errors.ts'
import {
  decodeCursor,
  encodeCursor,
  maxOffset,
  pageMetadata,
  pageOffset,
} from '../../http/requests/pagination.ts'
import { signedHeaders } from './delivery/signed-headers.ts'
import { type WebhookRow, webhookEntity } from './webhooks.ts'

type Query = z.output<typeof contract.query>
type Page = z.output<typeof contract.response>
type Attempt = {
  at: Date
  took_ms: number
  status: number | null
  answer: string
  error: string | null
}
type Row = {
  id: number
  uuid: string
  created_at: Date
  event: string
  conversation_uuid: string
  state: WebhookDelivery['state']
  attempts: number
  settled_at: Date | null
  due_at: Date | null
  /** Times inside the JSON are strings. */
  last_attempt: (Omit<Attempt, 'at'> & { at: string }) | null
}

const sort = 'newest'

/** One statement for the rows with their latest attempts, one for the count. */
export async function listDeliveries(db: Db, webhook_id: number, query: Query): Promise<Page> {
  await webhookEntity.get(db, webhook_id)
  return withStatementTimeout(db, async (trx) => {
    const { state, event, cursor, page_size } = query
    const where = sql<boolean>`d.webhook_id = ${webhook_id}
      ${state ? sql`and d.state = ${state}` : sql``} ${event ? sql`and d.event = ${event}` : sql``}`
    const after = cursor ? decodeCursor(cursor, sort, () => false) : null
    const rows = await readRows(
      trx,
      sql`${where} ${after ? sql`and d.id < ${after.id}` : sql``} order by d.id desc
        limit ${page_size} offset ${after ? 0 : pageOffset(query)}`,
    )
    const { rows: countRows } = await sql<{ count: number }>`
      select count(*) from (select from webhook_deliveries d where ${where} limit ${maxOffset + 1}) counted`.execute(
      trx,
    )
    const last = rows.length === page_size ? rows.at(-1) : undefined
    return {
      results: rows.map(presentDelivery),
      ...pageMetadata(countRows[0]?.count ?? 0, query),
      next_cursor: last ? encodeCursor(sort, null, last.id) : null,
    }
  })
}

async function readRows(db: Db, filter: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.uuid, d.created_at, d.event, d.state, d.attempts, d.settled_at,
      -- Of one that was deleted permanently, only this remains.
      coalesce((select c.uuid from conversations c where c.id = d.conversation_id),
        (d.body::jsonb->'payload'->>'conversation_uuid')::uuid) as conversation_uuid,
      case when d.state = 'waiting' then (select l.due_at from webhook_lines l
        where l.webhook_id = d.webhook_id and l.conversation_id = d.conversation_id) end as due_at,
      (select to_jsonb(a) from (select at, took_ms, status, answer, error from webhook_attempts
        where delivery_id = d.id order by id desc limit 1) a) as last_attempt
    from webhook_deliveries d where ${filter}`.execute(db)
  return rows
}

const presentDelivery = (row: Row): WebhookDelivery => ({
  id: row.id,
  uuid: row.uuid,
  created_at: row.created_at.toISOString(),
  event: toWebhookEvent(row.event),
  conversation_uuid: row.conversation_uuid,
  state: row.state,
  attempts: row.attempts,
  settled_at: row.settled_at?.toISOString() ?? null,
  next_attempt_at: row.due_at?.toISOString() ?? null,
  last_attempt:
    row.last_attempt && presentAttempt({ ...row.last_attempt, at: new Date(row.last_attempt.at) }),
})

const presentAttempt = ({ at, ...attempt }: Attempt) => ({
  ...attempt,
  ok: attempt.error === null,
  at: at.toISOString(),
})

/** Written by the consumer from the contract's names. */
function toWebhookEvent(name: string): WebhookDelivery['event'] {
  const event = webhookEvents.find((one) => one === name)
  if (!event) throw new Error(`Unknown webhook event ${name}`)
  return event
}

const maxAttemptsShown = 100

export async function getDelivery(
  db: Db,
  { webhook_id, id, version }: { webhook_id: number; id: number; version: string },
): Promise<WebhookDeliveryDetail> {
  const webhook = await webhookEntity.get(db, webhook_id)
  const [row] = await readRows(db, sql`d.webhook_id = ${webhook_id} and d.id = ${id}`)
  if (!row) throw notFound('Delivery')
  const { body } = await db
    .selectFrom('webhook_deliveries')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const tries = await db
    .selectFrom('webhook_attempts')
    .select(['at', 'took_ms', 'status', 'answer', 'error'])
    .where('delivery_id', '=', id)
    .orderBy('id', 'desc')
    .limit(maxAttemptsShown)
    .execute()
  return {
    ...presentDelivery(row),
    url: webhook.url,
    headers: maskedHeaders(webhook, row.uuid, tries[0]?.at ?? row.created_at, version),
    body,
    tries: tries.map(presentAttempt),
  }
}

/** The headers of the latest attempt. Signatures are masked, because anyone who reads them here could replay them. */
function maskedHeaders(
  { secret }: WebhookRow,
  id: string,
  at: Date,
  version: string,
): Record<string, string> {
  const headers = signedHeaders({ id, at, body: '', secret: secret && 'hidden', version })
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /signature$/i.test(name) ? value.replace(/([,=]).*$/, '$1…') : value,
    ]),
  )
}
