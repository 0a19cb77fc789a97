import pg from 'pg'
import type { Log } from '../log.ts'

export type LostJobs = {
  /** Says that this process has the worker, for as long as it lives. */
  vouch(worker_id: string): void
  stop(): Promise<void>
}

// Any number that no other lock of ours has.
const lockClass = 7_275_543
const lookEveryMs = 5_000
const reconnectMs = 1_000

/**
 * Frees the jobs of workers that died, which the queue itself would leave locked for four hours: all that there are when it resolves,
 * later ones within five seconds. A worker lives while a session lock vouches for it; the database gives such locks up with their connection.
 * Should only that connection break, a job may run twice, as every job must bear.
 */
export async function startLostJobs(connectionString: string, log: Log): Promise<LostJobs> {
  const vouched = new Set<string>()
  let client: pg.Client | undefined
  let stopped = false
  const complain = (error: Error) => log.warn({ reason: error.message }, 'could not look for lost jobs')

  const lock = (on: pg.Client, worker_id: string) =>
    on.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, worker_id])
  const connect = async () => {
    const next = new pg.Client({ connectionString, application_name: 'parley jobs', keepAlive: true })
    next.on('error', complain)
    next.on('end', () => {
      client = undefined
      if (!stopped) setTimeout(() => connect().catch(() => next.emit('end')), reconnectMs).unref()
    })
    await next.connect()
    for (const worker_id of vouched) await lock(next, worker_id)
    client = next
    return next
  }
  const free = async (on: pg.Client) => {
    const { rows } = await on.query<{ workers: string[] | null }>(lostWorkers, [lockClass])
    const workers = rows[0]?.workers
    if (!workers) return
    await on.query('select graphile_worker.force_unlock_workers($1)', [workers])
    log.info({ workers: workers.length }, 'freed the jobs of workers that are no more')
  }

  await free(await connect())
  const looking = setInterval(() => void (client && free(client).catch(complain)), lookEveryMs)
  looking.unref()
  return {
    vouch(worker_id) {
      vouched.add(worker_id)
      if (client) lock(client, worker_id).catch(complain)
    },
    async stop() {
      stopped = true
      clearInterval(looking)
      await client?.end().catch(() => {})
    },
  }
}

// hashtext() is signed, and pg_locks shows the same bits unsigned; objsubid 2 marks locks of two keys (view pg_locks).
const lostWorkers = `
  select array_agg(distinct locked_by) as workers from graphile_worker.jobs
  where locked_by is not null and not exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.classid = $1 and l.objsubid = 2
      and l.objid::bigint = hashtext(locked_by)::bigint & 4294967295
      and l.database = (select oid from pg_database where datname = current_database()))`
