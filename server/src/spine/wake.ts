import pg from 'pg'
import type { Log } from '../log.ts'

const channel = 'parley_events'

// A commit that nobody announced (a crash between commit and notify) is found by the next look.
const pollMs = 1000
const coalesceMs = 4

export type Wake = {
  /** Tells every node that there is something new; many calls within 4 ms become one. */
  announce(): void
  /** Calls back on every announcement, and at least once a second. Returns how to stop. */
  listen(look: () => void): () => void
  stop(): Promise<void>
}

/** LISTEN/NOTIFY with a polling fall-back. NOTIFY runs outside the writing transaction: inside, it would serialise all commits. */
export async function startWake(pool: pg.Pool, connectionString: string, log: Log): Promise<Wake> {
  const looks = new Set<() => void>()
  const wakeAll = () => {
    for (const look of looks) look()
  }
  let pending: NodeJS.Timeout | undefined
  let stopped = false
  let client: pg.Client | undefined

  const connect = async () => {
    const next = new pg.Client({ connectionString, application_name: 'parley listen' })
    next.on('notification', wakeAll)
    next.on('error', (error) => log.warn({ reason: error.message }, 'lost the event listener'))
    next.on('end', () => {
      if (!stopped) setTimeout(() => connect().catch(() => next.emit('end')), 1000).unref()
    })
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }
  await connect()
  const poll = setInterval(wakeAll, pollMs)
  poll.unref()

  return {
    announce() {
      pending ??= setTimeout(() => {
        pending = undefined
        pool
          .query('select pg_notify($1, $2)', [channel, ''])
          .catch((error: Error) => log.warn({ reason: error.message }, 'could not announce'))
      }, coalesceMs)
    },
    listen(look) {
      looks.add(look)
      return () => looks.delete(look)
    },
    async stop() {
      stopped = true
      clearTimeout(pending)
      clearInterval(poll)
      looks.clear()
      await client?.end().catch(() => {})
    },
  }
}
