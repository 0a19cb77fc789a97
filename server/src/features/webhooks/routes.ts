import { randomUUID } from 'node:crypto'
import type { WebhookOutcome } from '@parley/contract/webhooks/webhooks'
import * as contract from '@parley/contract/webhooks/webhooks'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { done, type Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { assertUrlReachable, sealWebhookSecret } from './check-webhook.ts'
import { postWebhook, type WebhookSender } from './delivery/post-webhook.ts'
import { formatTimestamp } from './delivery/request-bodies.ts'
import { getDelivery, listDeliveries } from './delivery-log.ts'
import { replayAll, replayDelivery } from './replay-deliveries.ts'
import { listWebhooks, presentWebhook, webhookEntity } from './webhooks.ts'
import { createWebhook, deleteWebhook, toggleWebhook, updateWebhook } from './write-webhook.ts'

const webhook = webhookEntity.versioned(contract.getWebhook, async (tx, id) =>
  presentWebhook(await webhookEntity.get(tx.db, id)),
)

export function webhookRoutes(routes: Routes, deps: WebhookSender & { secrets: Secrets }): void {
  const { secrets, network, version } = deps
  routes.read(contract.listWebhooks, async (db) => (await listWebhooks(db)).map(presentWebhook))
  routes.read(contract.getWebhook, async (db, { params }) =>
    presentWebhook(await webhookEntity.get(db, params.id)),
  )
  // DNS lookups happen outside the transaction.
  routes.act(contract.createWebhook, async (act, { actor, body, request }) => {
    await assertUrlReachable(body.url, network)
    const { remove_secret: _, ...values } = { ...body, secret: sealWebhookSecret(secrets, body, null) }
    return act(actor, (tx) =>
      withIdempotencyKey(tx, contract.createWebhook, request, async () =>
        presentWebhook(await createWebhook(tx, values)),
      ),
    )
  })
  routes.act(
    contract.updateWebhook,
    async (act, { actor, db, params, body }) => {
      const before = await webhookEntity.get(db, params.id)
      // A webhook whose server is gone can still be renamed or disabled.
      if (body.url && before.url !== body.url) await assertUrlReachable(body.url, network)
      return presentWebhook(await act(actor, (tx) => updateWebhook(tx, secrets, params.id, body)))
    },
    webhook,
  )
  routes.write(contract.deleteWebhook, (tx, { params }) => done(deleteWebhook(tx, params.id)), webhook)
  routes.write(
    contract.toggleWebhook,
    async (tx, { params }) => presentWebhook(await toggleWebhook(tx, params.id)),
    webhook,
  )

  const sendTest = (target: {
    id: number
    name: string
    url: string
    secret: string
  }): Promise<WebhookOutcome> =>
    postWebhook(deps, secrets, {
      ...target,
      id: randomUUID(),
      body: JSON.stringify({
        event: 'webhook.test',
        timestamp: formatTimestamp(deps.clock.now()),
        payload: { id: target.id, name: target.name },
      }),
    })
  routes.act(contract.testWebhook, async (_act, { db, params }) =>
    done(sendTest(await webhookEntity.get(db, params.id))),
  )
  routes.act(contract.tryWebhook, async (_act, { db, body }) => {
    const before = body.id === undefined ? null : await webhookEntity.get(db, body.id)
    return sendTest({ ...body, id: body.id ?? 0, secret: sealWebhookSecret(secrets, body, before) })
  })

  routes.read(contract.listWebhookDeliveries, (db, { params, query }) => listDeliveries(db, params.id, query))
  routes.read(contract.getWebhookDelivery, (db, { params }) =>
    getDelivery(db, { webhook_id: params.id, id: params.delivery_id, version }),
  )
  routes.write(contract.replayWebhookDelivery, (tx, { params }) =>
    done(replayDelivery(tx, params.id, params.delivery_id)),
  )
  routes.write(contract.replayWebhookDeliveries, (tx, { params, body }) =>
    replayAll(tx, params.id, body.state),
  )
}
