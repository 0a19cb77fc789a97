import { type ConsumerDeps, runConsumer } from '../../../spine/consumer.ts'
import type { EventNotifier } from '../../../spine/event-notifier.ts'
import { type DispatcherDeps, startDispatcher, type WebhookDispatcher } from './dispatcher.ts'
import { webhookConsumer } from './enqueue-deliveries.ts'

/** Starts queueing and delivering webhook events. */
export function startWebhooks(
  deps: DispatcherDeps & ConsumerDeps & { wake: EventNotifier; root_url: string },
): WebhookDispatcher {
  const dispatcher = startDispatcher(deps)
  const stopConsumer = runConsumer(deps, webhookConsumer(deps.clock, deps.root_url))
  return {
    ...dispatcher,
    async stop() {
      await stopConsumer()
      await dispatcher.stop()
    },
  }
}
