import type { Finding } from '@parley/contract/system/system-findings'
import { sql } from 'kysely'
import type { Db } from '../../../../db/pool.ts'
import { maxGaugeCount, readGauges } from '../../../../db/read-gauges.ts'
import { describePausedCopy, readPausedCopy } from '../../../../paused-copy.ts'
import { consumerLagPart } from '../../../../spine/consumer-lag.ts'
import { type Check, ok, warning } from '../check.ts'

const overdueMs = 5 * 60_000
/** What was given up stays in the queue. Older ones are history. */
const givenUpMs = 7 * 86_400_000

export const backgroundWorkCheck: Check = {
  name: 'background_work',
  async run({ db, clock }) {
    const copy = await readPausedCopy(db)
    // Events and jobs wait until it goes live.
    if (copy) {
      const { message, advice } = describePausedCopy(copy)
      return [warning('', message, advice)]
    }
    const now = clock.now()
    return [await checkConsumers(db), await checkJobs(db, now)]
  },
}

async function checkConsumers(db: Db): Promise<Finding> {
  const consumers = await db.selectFrom('event_consumers').select('name').execute()
  const part = consumerLagPart(
    db,
    consumers.map(({ name }) => name),
  )
  const { state, message } = await part.check()
  return state === 'ok'
    ? ok('events', message)
    : warning(
        'events',
        message,
        'Check that a process with the role worker is running. If one is, its log says what it fails at',
      )
}

type Stuck = { given_up: number; overdue: number; oldest: Date | null; tasks: string | null }

async function checkJobs(db: Db, now: Date): Promise<Finding> {
  const overdueBefore = new Date(now.getTime() - overdueMs)
  const givenUpAfter = new Date(now.getTime() - givenUpMs)
  const { rows } = await readGauges(db, (trx) =>
    sql<Stuck>`
      select count(*) filter (where attempts >= max_attempts) as given_up,
        count(*) filter (where attempts < max_attempts) as overdue,
        min(run_at) filter (where attempts < max_attempts) as oldest,
        string_agg(distinct t.identifier, ', ') filter (where attempts >= max_attempts) as tasks
      from (
        select j.* from graphile_worker._private_jobs j
        where j.locked_at is null and (
          (j.attempts < j.max_attempts and j.run_at < ${overdueBefore})
          or (j.attempts >= j.max_attempts and j.updated_at > ${givenUpAfter})
        )
        limit ${sql.lit(maxGaugeCount)}
      ) stuck join graphile_worker._private_tasks t on t.id = stuck.task_id`.execute(trx),
  )
  const { given_up = 0, overdue = 0, oldest = null, tasks = null } = rows[0] ?? {}
  if (overdue > 0)
    return warning(
      'jobs',
      `${overdue} ${overdue === 1 ? 'job is' : 'jobs are'} overdue, the oldest since ${oldest?.toISOString()}`,
      'Check that a process with the role worker is running. If one is, start another: it can’t keep up',
    )
  if (given_up > 0)
    return warning(
      'jobs',
      `${given_up} ${given_up === 1 ? 'job was' : 'jobs were'} given up after many attempts: ${tasks}`,
      'Look for these tasks in the log of the workers, correct the cause, and repeat what they were to do, such as sending a reply again. This is shown for a week',
    )
  return ok('jobs', 'Jobs are run on time')
}
