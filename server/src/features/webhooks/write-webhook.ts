import { secretMask } from '@parley/contract/inboxes/inboxes'
import type { WebhookChanges, WebhookWrite } from '@parley/contract/webhooks/webhooks'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import type { Secrets } from '../../secrets.ts'
import { sealWebhookSecret } from './check-webhook.ts'
import { type WebhookRow, webhookEntity } from './webhooks.ts'

/** With the secret already encrypted: see `sealWebhookSecret`. */
type Values = Omit<z.output<typeof WebhookWrite>, 'remove_secret'>

export const createWebhook = (tx: Tx, values: Values): Promise<WebhookRow> => webhookEntity.create(tx, values)

/** Locks exclusively, which waits for a batch that writes deliveries: disabling has to skip them too. */
export async function updateWebhook(
  tx: Tx,
  secrets: Secrets,
  id: number,
  { secret = '', remove_secret, ...changes }: z.output<typeof WebhookChanges>,
): Promise<WebhookRow> {
  const before = await webhookEntity.lockExclusively(tx, id)
  const sealedSecret = sealWebhookSecret(secrets, { secret, remove_secret }, before)
  const after = await webhookEntity.update(
    tx,
    before,
    { ...changes, secret: sealedSecret },
    { changes: before.secret === sealedSecret ? {} : { secret: [secretMask, secretMask] } },
  )
  if (!after.is_active) await skipWaiting(tx, id)
  return after
}

/** Locks exclusively for the same reason. */
export async function toggleWebhook(tx: Tx, id: number): Promise<WebhookRow> {
  const before = await webhookEntity.lockExclusively(tx, id)
  const after = await webhookEntity.update(tx, before, { is_active: !before.is_active })
  if (!after.is_active) await skipWaiting(tx, id)
  return after
}

/** Deletes the webhook with its log. */
export async function deleteWebhook(tx: Tx, id: number): Promise<void> {
  const before = await webhookEntity.lockExclusively(tx, id)
  await webhookEntity.delete(tx, before)
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
