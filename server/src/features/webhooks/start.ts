import { type ConsumerDeps, runConsumer } from '../../spine/consumer.ts'
import type { Wake } from '../../spine/wake.ts'
import { type Courier, type CourierDeps, startCourier } from './courier.ts'
import { webhookReader } from './reader.ts'

/** Writes down what webhooks will be sent, and sends it. */
export function startWebhooks(deps: CourierDeps & ConsumerDeps & { wake: Wake; root_url: string }): Courier {
  const courier = startCourier(deps)
  const stopReading = runConsumer(deps, webhookReader(deps.clock, deps.root_url))
  return {
    ...courier,
    async stop() {
      await stopReading()
      await courier.stop()
    },
  }
}
