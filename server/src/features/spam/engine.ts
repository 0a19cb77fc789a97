import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer } from '../../spine/consumer.ts'
import { learnVerdict, spamConsumerName } from './learn-verdict.ts'
import { verdictEvents } from './verdict.ts'

/** Learns from what agents mark as spam and not spam (docs/decisions/0058-spam-filter.md). */
const spamLessonConsumer: Consumer = {
  name: spamConsumerName,
  async handle(tx, events) {
    const decided = new Set(
      events
        .filter(({ type }) => (verdictEvents as readonly string[]).includes(type))
        .flatMap(({ conversation_id }) => conversation_id ?? []),
    )
    for (const id of decided) await learnVerdict(tx, id)
  },
}

export const spamEngine = (): { consumers: Consumer[]; jobs: Jobs } => ({
  consumers: [spamLessonConsumer],
  jobs: {},
})
