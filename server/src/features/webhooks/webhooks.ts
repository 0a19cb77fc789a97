import { secretMask } from '@parley/contract/inboxes/inboxes'
import { type Webhook, webhookEvents } from '@parley/contract/webhooks/webhooks'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'

export type WebhookRow = Selectable<DB['webhooks']>

export const webhookEntity = new Entity({
  table: 'webhooks',
  type: 'webhook',
  name: 'Webhook',
  fields: ({ name, url, events, is_active }) => ({
    name,
    url,
    events: webhookEvents.filter((event) => events.includes(event)),
    is_active,
  }),
})

export const listWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  ...presentTimes(row),
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
