import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { csatReader, surveyDue, surveyJob } from './reader.ts'

/** Asks customers how the help was when their conversation is resolved (product-decisions 21, docs/decisions/0035). */
export const csatEngine = ({ act, system }: ConsumerDeps): { readers: Consumer[]; jobs: Jobs } => ({
  readers: [csatReader],
  jobs: {
    [surveyJob]: (payload) => act(system, (tx) => surveyDue(tx, payload as Parameters<typeof surveyDue>[1])), // written by csatReader
  },
})
