import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { csatConsumer, sendDueSurvey, surveyJob } from './csat-consumer.ts'

/** Sends satisfaction surveys when conversations are resolved (docs/spec/product-decisions.md#satisfaction-surveys, docs/decisions/0031-satisfaction-surveys.md). */
export const csatEngine = ({ act, system }: ConsumerDeps): { consumers: Consumer[]; jobs: Jobs } => ({
  consumers: [csatConsumer],
  jobs: {
    [surveyJob]: (payload) =>
      act(system, (tx) => sendDueSurvey(tx, payload as Parameters<typeof sendDueSurvey>[1])), // written by csatConsumer
  },
})
