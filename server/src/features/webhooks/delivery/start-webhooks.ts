import { type ConsumerDeps, runConsumer } from '../../../spine/consumer.ts'
import type { EventNotifier } from '../../../spine/event-notifier.ts'
import { type DispatcherDeps, startDispatcher, type WebhookDispatcher } from './dispatcher.ts'
import { webhookConsumer } from './enqueue-deliveries.ts'

/** Writes down what webhooks will be sent, and sends it. */
export function startWebhooks(
  deps: DispatcherDeps & ConsumerDeps & { wake: EventNotifier; root_url: string },
): WebhookDispatcher {
  const courier = startDispatcher(deps)
  const stopConsumer = runConsumer(deps, webhookConsumer(deps.clock, deps.root_url))
  return {
    ...courier,
    async stop() {
      await stopConsumer()
      await courier.stop()
    },
  }
}
