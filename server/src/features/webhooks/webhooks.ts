import { secretMask } from '@parley/contract/inboxes/inboxes'
import {
  type Webhook,
  type WebhookChanges,
  type WebhookWrite,
  webhookEvents,
} from '@parley/contract/webhooks/webhooks'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { notFound } from '../../http/errors.ts'
import type { Secrets } from '../../secrets.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'
import { sealWebhookSecret } from './check-webhook.ts'

export type WebhookRow = Selectable<DB['webhooks']>
/** With the secret already encrypted: see `sealWebhookSecret`. */
export type WebhookValues = Omit<z.output<typeof WebhookWrite>, 'remove_secret'>
type Changes = z.output<typeof WebhookChanges>

export const recordWebhook = objectRecorder('webhook')

export const listWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export async function getWebhook(db: Db, id: number): Promise<WebhookRow> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return row
}

/** Waits for a batch that writes deliveries for it, and for attempts being stored. */
export async function lockWebhook(tx: Tx, id: number): Promise<WebhookRow> {
  const row = await tx.db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return row
}

export async function createWebhook(tx: Tx, values: WebhookValues): Promise<WebhookRow> {
  const row = await tx.db
    .insertInto('webhooks')
    .values({ ...values, created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordWebhook(tx, 'webhook.created', row.id, changedFields(null, fieldsOf(row)))
  return row
}

export async function updateWebhook(
  tx: Tx,
  secrets: Secrets,
  id: number,
  { secret = '', remove_secret, ...changesSent }: Changes,
): Promise<WebhookRow> {
  const before = await lockWebhook(tx, id)
  const values = {
    ...fieldsOf(before),
    ...changesSent,
    secret: sealWebhookSecret(secrets, { secret, remove_secret }, before),
  }
  const changes = {
    ...changedFields(fieldsOf(before), fieldsOf({ ...before, ...values })),
    ...(before.secret !== values.secret && { secret: [secretMask, secretMask] as [unknown, unknown] }),
  }
  if (Object.keys(changes).length === 0) return before
  const after = await tx.db
    .updateTable('webhooks')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!after.is_active) await skipWaiting(tx, id)
  await recordWebhook(tx, 'webhook.changed', id, changes)
  return after
}

export async function toggleWebhook(tx: Tx, id: number): Promise<WebhookRow> {
  const { is_active } = await lockWebhook(tx, id)
  const after = await tx.db
    .updateTable('webhooks')
    .set({ is_active: !is_active, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!after.is_active) await skipWaiting(tx, id)
  await recordWebhook(tx, 'webhook.changed', id, { is_active: [is_active, !is_active] })
  return after
}

/** Deletes the webhook with its log. */
export async function deleteWebhook(tx: Tx, id: number): Promise<void> {
  const before = await lockWebhook(tx, id)
  await tx.db.deleteFrom('webhooks').where('id', '=', id).execute()
  await recordWebhook(tx, 'webhook.deleted', id, changedFields(fieldsOf(before), null))
}

/** Disabling takes effect immediately; waiting deliveries stay in the log as skipped and can be replayed. */
async function skipWaiting(tx: Tx, webhook_id: number): Promise<void> {
  await tx.db.deleteFrom('webhook_lines').where('webhook_id', '=', webhook_id).execute()
  await tx.db
    .updateTable('webhook_deliveries')
    .set({ state: 'skipped', settled_at: tx.now })
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', 'waiting')
    .execute()
}

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  name: row.name,
  url: row.url,
  // A table constraint rejects other names.
  events: webhookEvents.filter((event) => row.events.includes(event)),
  secret: row.secret && secretMask,
  is_active: row.is_active,
  last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  last_failure: row.last_failure,
})

/** The fields that administrators set, except the secret. */
const fieldsOf = ({ name, url, events, is_active }: WebhookValues | WebhookRow) => ({
  name,
  url,
  events: webhookEvents.filter((event) => events.includes(event)),
  is_active,
})
