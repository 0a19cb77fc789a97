import { sql } from 'kysely'
import { type EngineDeps, engines } from '../engines.ts'
import { wakeConversation } from '../features/conversations/wake-conversation.ts'
import type { Jobs } from '../jobs/queue.ts'
import { type Consumer, consumeOnce } from '../spine/consumer.ts'
import type { TestClock } from './test-clock.ts'

/** How long nothing may be read although there are events, in milliseconds. */
const settleTimeout_ms = 15_000

/**
 * All engines, driven by the test clock. `settle` runs everything that is due now; `advanceTo` runs everything until that time, timer by
 * timer. Jobs that call external services stay queued.
 */
export function startTestEngines(
  t: Omit<EngineDeps, 'clock' | 'root_url' | 'push_network'> & { clock: TestClock },
  overrides: Partial<EngineDeps> = {},
  extraJobs: Jobs = {},
) {
  const parts = engines({ ...t, root_url: 'http://desk.parley.test', push_network: {}, ...overrides })
  const readers = parts.flatMap((part) => part.consumers)
  const jobs: Jobs = {
    wake_conversation: ({ id }) => t.act(t.system, (tx) => wakeConversation(tx, Number(id))),
    ...Object.assign({}, ...parts.map((part) => part.jobs)),
    ...extraJobs,
  }
  const knownTasks = Object.keys(jobs)

  /** Runs one due job and deletes it, unless it was rescheduled in the meantime. Returns false if none is due. */
  async function runNextJob(): Promise<boolean> {
    const { rows } = await sql<{
      id: string
      revision: number
      task: string
      payload: Record<string, unknown>
    }>`
      select j.id, j.revision, k.identifier as task, j.payload
      from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
      where j.run_at <= ${t.clock.now()} and k.identifier = any(${knownTasks})
      order by j.run_at, j.priority, j.id limit 1`.execute(t.db)
    const [job] = rows
    if (!job) return false
    await jobs[job.task]?.(job.payload)
    await sql`
      delete from graphile_worker._private_jobs where id = ${job.id} and revision = ${job.revision}`.execute(
      t.db,
    )
    return true
  }

  /** Readers with unread events, or that have never started. */
  async function laggingReaders(): Promise<Consumer[]> {
    const { rows } = await sql<{ name: string }>`
      select r.name from unnest(${readers.map(({ name }) => name)}::text[]) as r (name)
        left join event_consumers c on c.name = r.name
      where c.name is null or exists (select from events e where (e.xid, e.id) > (c.xid, c.id))`.execute(t.db)
    const names = new Set(rows.map(({ name }) => name))
    return readers.filter(({ name }) => names.has(name))
  }

  async function runReady(): Promise<'progress' | 'held back' | 'done'> {
    const lagging = await laggingReaders()
    let read = 0
    for (const reader of lagging) read += await consumeOnce(t, reader)
    if (read > 0) return 'progress'
    if (lagging.length > 0) return 'held back'
    return (await runNextJob()) ? 'progress' : 'done'
  }

  async function settle(): Promise<void> {
    let end = Date.now() + settleTimeout_ms
    for (;;) {
      const state = await runReady()
      if (state === 'done') return
      if (state === 'progress') end = Date.now() + settleTimeout_ms
      // A transaction that is still running holds back the newest events.
      else if (Date.now() > end) throw new Error('The event consumers did not catch up within 15 s')
      else await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  async function advanceTo(at: Date): Promise<void> {
    await settle()
    for (;;) {
      const { rows } = await sql<{ run_at: Date }>`
        select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
        where j.run_at <= ${at} and k.identifier = any(${knownTasks}) order by j.run_at limit 1`.execute(t.db)
      const next = rows[0]?.run_at
      if (!next) break
      if (next > t.clock.now()) t.clock.set(next)
      await settle()
    }
    t.clock.set(at)
    await settle()
  }

  return {
    settle,
    advanceTo,
    advance: (ms: number) => advanceTo(new Date(t.clock.now().getTime() + ms)),
  }
}
