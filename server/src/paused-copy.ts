import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from './db/pool.ts'
import type { Tx } from './db/transaction.ts'
import type { Log } from './log.ts'
import { degraded, ok, type Part } from './readiness.ts'
import { retryTransient } from './retry-transient.ts'

/**
 * The same workspace may run elsewhere: this one was restored from a backup, or moved to another database. Until someone has confirmed
 * that this one is live, it can be used, but it sends and fetches nothing: jobs, timers, consumers and mailboxes wait.
 */
export const pausedCopyKey = 'app.paused_copy'

/** Queued when the workspace goes live, for what happened in the original after the backup was made. */
export const wentLiveJob = 'repeat_erasures'

export type PausedCopy = {
  since: string
  /** When the backup was made; null if it wasn't restored. */
  backup_of: string | null
  /** Where the workspace was moved to, without a password. */
  moved_to: string | null
}

/** Null if the workspace is live. */
export async function readPausedCopy(db: Db): Promise<PausedCopy | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', pausedCopyKey)
    .executeTakeFirst()
  return (row?.value as PausedCopy | undefined) ?? null // written by markPaused
}

/** Takes any connection, because it is part of the transaction of a restore. */
export async function markPaused(
  client: { query(sql: string, values: unknown[]): Promise<unknown> },
  copy: PausedCopy,
): Promise<void> {
  await client.query(
    `insert into settings (key, value, updated_at) values ($1, $2, $3)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [pausedCopyKey, JSON.stringify(copy), copy.since],
  )
}

/** Lets the workspace work. Returns false if it does already. */
export async function confirmLive(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('settings')
    .where('key', '=', pausedCopyKey)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tx.record({ type: 'settings.confirmed_live', object: { type: 'settings', id: null } })
  await tx.enqueue(wentLiveJob, {}, { key: wentLiveJob })
  return true
}

const pollMs = 1_000

/**
 * Starts work that reaches the outside, or has effects there, as soon as the workspace is live: at once, or when someone has confirmed it.
 * Stopping stops it, or the wait.
 */
export async function startWhenLive(
  { db, log }: { db: Db; log: Pick<Log, 'warn' | 'error'> },
  start: () => Promise<{ stop(): Promise<void> }>,
): Promise<{ stop(): Promise<void> }> {
  if (!(await readPausedCopy(db))) return start()
  const stopping = new AbortController()
  const startUnlessStopping = async () => (stopping.signal.aborted ? null : start())
  const started = (async () => {
    for (;;) {
      await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return null
      const isLive = await readPausedCopy(db).then(
        (copy) => copy === null,
        // The database is away; the next round asks again.
        () => false,
      )
      if (isLive) return retryTransient('going live', startUnlessStopping, log)
    }
  })().catch((error: Error) => {
    log.error({ reason: error.message }, 'could not start after the workspace went live')
    return null
  })
  return {
    async stop() {
      stopping.abort()
      await (await started)?.stop()
    },
  }
}

/** What it is, and what to do. */
export function describePausedCopy({ moved_to, backup_of }: PausedCopy): { message: string; advice: string } {
  const what = moved_to
    ? `This workspace was moved to ${moved_to}, and this is what was left behind.`
    : `This is a copy, restored from a backup of ${backup_of}.`
  return {
    message: `${what} It sends and receives nothing`,
    advice: 'If the other one no longer runs, make this one live: npm run admin -- go-live',
  }
}

export const pausedCopyPart = (db: Db): Part => ({
  name: 'paused_copy',
  async check() {
    const copy = await readPausedCopy(db)
    if (!copy) return ok('This workspace is live')
    const { message, advice } = describePausedCopy(copy)
    return degraded(`${message}. ${advice}`)
  },
})
