import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { CronTask } from '../jobs/cron-tasks.ts'
import { runExclusiveJob } from '../jobs/periodic-tasks.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { Log } from '../log.ts'
import type { Leases } from '../nodes/leases.ts'
import { readBackupPlan } from './backup-plan.ts'
import type { BackupSettings } from './backup-settings.ts'
import { backupJob } from './recorded-backups.ts'
import { lastScheduledTime } from './schedule-times.ts'

export type ScheduledBackups = { tasks: CronTask[]; jobs: Jobs; stop(): Promise<void> }

type Deps = { db: Db; clock: Clock; log: Log; leases: Leases }

/** A time that was missed for longer, such as while no worker ran, is not made up for. */
const lateMs = 3_600_000

/**
 * Queues a backup at the times of the schedule, which may change at any time, and makes it: runs `npm run backup` in a process of its own,
 * with the settings of this one, so that neither requests nor memory suffer.
 */
export function scheduledBackups(
  settings: BackupSettings,
  { db, clock, log, leases }: Deps,
): ScheduledBackups {
  if (settings.target === null) return { tasks: [], jobs: {}, async stop() {} }
  let running: ChildProcess | null = null
  let isStopping = false
  const run = async () => {
    if (isStopping) throw new Error('The server is stopping')
    running = startCommand()
    let output = ''
    let errors = ''
    running.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    running.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
    const [code] = await once(running, 'close')
    running = null
    if (code !== 0) throw new Error(`The backup failed: ${errors.trim() || `exit code ${code}`}`)
    for (const line of linesOf(errors)) log.warn({}, line)
    for (const line of linesOf(output)) log.info({}, line)
  }
  return {
    tasks: [
      {
        name: 'schedule backups',
        schedule: '* * * * *',
        run: () => queueDueBackup(db, settings, clock.now()),
      },
    ],
    jobs: { [backupJob]: () => runExclusiveJob(leases, { name: backupJob, run }) },
    async stop() {
      isStopping = true
      if (!running) return
      const closed = once(running, 'close')
      running.kill('SIGTERM')
      await closed
    },
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** Queues a backup if one was due and none has been begun since. A failed one is tried again by its job. */
export async function queueDueBackup(
  db: Db,
  settings: Pick<BackupSettings, 'target' | 'schedule' | 'retention'>,
  now: Date,
): Promise<void> {
  const { schedule, changed_at } = await readBackupPlan(db, settings)
  const due = schedule && lastScheduledTime(schedule, now)
  if (!due || now.getTime() - due.getTime() > lateMs) return
  // A new schedule begins with its next time.
  if (changed_at && due < changed_at) return
  const begun = await db
    .selectFrom('backups')
    .select('id')
    .where('is_managed', '=', true)
    .where('started_at', '>=', due)
    .limit(1)
    .executeTakeFirst()
  if (!begun) await queueBackup(db)
}

/** One at a time: replaces one that has not begun yet, or that waits for its next attempt. */
export const queueBackup = (db: Db): Promise<unknown> =>
  sql`select graphile_worker.add_job(${backupJob}, job_key := ${backupJob})`.execute(db)

function startCommand(): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--import', './server/src/runtime/compile-cache.mjs', 'server/src/backup.ts', 'create'],
    {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
      // The command ends when the channel does: a server that was killed must not leave it behind.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended, which its exit code explains, or the system doesn't allow it.
  }
  return child
}
