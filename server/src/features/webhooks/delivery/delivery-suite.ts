import type { WebhookDelivery } from '@parley/contract/webhooks/webhooks'
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest'
import { consumeOnce } from '../../../spine/consumer.ts'
import { startWebhookReceiver } from '../../../testing/fake-services/webhook-receiver.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { waitUntilEventsReadable } from '../../../testing/wait-for-events.ts'
import { startDispatcher, type WebhookDispatcher } from './dispatcher.ts'
import { webhookConsumer } from './enqueue-deliveries.ts'

export let t: TestApp

export let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>

export let dispatcher: WebhookDispatcher

export let admin: Awaited<ReturnType<TestApp['as']>>

export let agent: { id: number; as: Awaited<ReturnType<TestApp['as']>> }

export let webhook: number

export const [second, hour] = [1000, 3_600_000]

export const secret = `whsec_${Buffer.from('a key for tests only, of 32 bytes').toString('base64')}`

/** Names resolve to this machine first; a rebinding name resolves elsewhere afterwards. */
let resolve = async () => ['127.0.0.1']

/** Until the end of the test, the webhook's host resolves to these addresses. */
export const resolveTo = (next: () => Promise<string[]>) => {
  resolve = next
}

// Generous, because the receiver may be slow on a busy machine.
const patience = { connect: 20_000, tls: 20_000, first_byte: 20_000, total: 20_000 }
const timeouts = { ...patience }

/** Until the end of the test, receivers have less time. */
export function shortenTimeouts(shorter: Partial<typeof patience>): void {
  Object.assign(timeouts, shorter)
  onTestFinished(() => void Object.assign(timeouts, patience))
}

export const createDispatcher = () =>
  startDispatcher({
    ...t,
    version: '1.2.3',
    network: { resolve: () => resolve(), isAllowed: (address) => address === '127.0.0.1' },
    timeouts,
  })

export async function createWebhook(more: {
  events: string[]
  secret?: string
  url?: string
}): Promise<number> {
  const body = { name: 'Warehouse', url: receiver.url, secret: '', is_active: true, ...more }
  return (await admin.post('/api/v1/webhooks', body)).body.data.id
}

/** Waits until all recorded events are consumed. */
export async function consumeAll() {
  await waitUntilEventsReadable(t.db)
  while ((await consumeOnce(t, webhookConsumer(t.clock, 'http://desk.parley.test'))) > 0);
}

export async function dispatchAll() {
  await dispatcher.dispatch()
  await dispatcher.idle()
}

export const consumeAndDispatch = async () => {
  await consumeAll()
  await dispatchAll()
}

export const tag = (uuid: string, ...tags: string[]) =>
  admin.post(`/api/v1/conversations/${uuid}/tags`, { tags })

export const log = async (id = webhook): Promise<WebhookDelivery[]> =>
  (await admin.get(`/api/v1/webhooks/${id}/deliveries`)).body.data.results

export const states = async () => (await log()).map(({ state }) => state)

export const tagsOf = ({ body }: { body: string }) => JSON.parse(body).payload.new_tags.join()

export const health = async () => (await admin.get(`/api/v1/webhooks/${webhook}`)).body.data

export function setUpDelivery() {
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    t = await startTestApp({
      webhook_reach: { resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' },
    })
    const actor = await t.make.agent({ permissions: t.make.allPermissions })
    admin = await t.as(actor)
    agent = { id: actor.id, as: admin }
    dispatcher = createDispatcher()
    await waitUntilEventsReadable(t.db)
    await consumeOnce(t, webhookConsumer(t.clock, 'http://desk.parley.test'))
    webhook = await createWebhook({ events: ['conversation.tags_changed'], secret })
    await t.make.tag('odd')
    await t.make.tag('even')
  })
  afterAll(async () => {
    await dispatcher.stop()
    await t.stop()
    await receiver.stop()
  })
  afterEach(async () => {
    await dispatcher.idle()
    receiver.respondWith(null)
    resolve = async () => ['127.0.0.1']
    await t.db.deleteFrom('webhooks').where('id', '<>', webhook).execute()
    await t.db.deleteFrom('webhook_deliveries').execute()
    await t.db.deleteFrom('webhook_lines').execute()
    receiver.received.length = 0
  })
}
