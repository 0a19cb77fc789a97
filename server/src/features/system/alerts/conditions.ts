import type { CheckResult } from '@parley/contract/system/system-findings'
import type { SystemNode } from '@parley/contract/system/system-status'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import { listMailboxStates } from '../../email/imap/list-mailboxes.ts'
import { findBackupProblem } from '../backup-state.ts'
import type { Installation } from '../doctor/check.ts'
import { judgeDisk } from '../doctor/checks/disk-space.ts'
import { unreadAdvice } from '../doctor/checks/mailboxes.ts'
import { listResults } from '../doctor/store-results.ts'
import { clockAdvice, listWrongClocks } from '../node-clocks.ts'
import { readNodes } from '../status/read-nodes.ts'
import { readConsumers, readQueues } from '../status/read-queues.ts'
import { listLostNodes } from './lost-nodes.ts'

/** Something that needs attention now. */
export type Occurrence = {
  /** What it is about; "" if there is only one. */
  subject: string
  message: string
  advice: string
}

type ConditionContext = { db: Db; clock: Clock; installation: Pick<Installation, 'backups'> }

/** A condition to alert about. Shown under the catalogue key `system.alert.<name>`. */
export type Condition = {
  name: string
  /** It is raised if it lasts that long. */
  lasts_ms: number
  /** Whether a part of `/health/ready` says it as well. */
  has_health_part: boolean
  /** Throws if it can't be found out; open alerts then stay open. */
  find(context: ConditionContext): Promise<Occurrence[]>
}

const minuteMs = 60_000
const queueLimitSeconds = 15 * 60
const lagLimitSeconds = 10 * 60

const queueNames: Record<string, string> = {
  incoming_mail: 'Received emails wait to be processed',
  replies: 'Replies wait to be sent',
  notifications: 'Notifications wait to be sent',
  jobs: 'Jobs wait for a worker',
}

export const conditions: readonly Condition[] = [
  {
    name: 'disk_space',
    lasts_ms: 2 * minuteMs,
    has_health_part: false,
    find: async ({ db }) => (await readNodes(db)).flatMap(describeDisk),
  },
  {
    name: 'mailbox',
    lasts_ms: 15 * minuteMs,
    has_health_part: true,
    find: async ({ db, clock }) => (await listMailboxStates(db, clock.now())).flatMap(describeMailbox),
  },
  {
    name: 'certificate',
    lasts_ms: 0,
    has_health_part: false,
    find: async ({ db }) => (await listResults(db)).flatMap(listCertificates),
  },
  {
    name: 'queue',
    lasts_ms: 2 * minuteMs,
    has_health_part: true,
    async find({ db, clock }) {
      const queues = await readQueues(db, clock)
      return queues.flatMap(({ name, waiting, oldest_age_seconds }) => {
        const sentence = queueNames[name]
        if (!sentence || (oldest_age_seconds ?? 0) < queueLimitSeconds) return []
        return [
          {
            subject: name,
            message: `${sentence}: ${waiting}, the oldest for ${formatMinutes(oldest_age_seconds ?? 0)}`,
            advice:
              'Check that a process with the role worker is running, and that the outgoing mail servers accept email',
          },
        ]
      })
    },
  },
  {
    name: 'consumer',
    lasts_ms: 2 * minuteMs,
    has_health_part: true,
    async find({ db, clock }) {
      const consumers = await readConsumers(db, clock)
      return consumers
        .filter(({ lag_seconds }) => lag_seconds > lagLimitSeconds)
        .map(({ name, waiting, lag_seconds }) => ({
          subject: name,
          message: `It is ${formatMinutes(lag_seconds)} behind, by ${waiting} events`,
          advice:
            'Check that a process with the role worker is running. If one is, its log says what it fails at',
        }))
    },
  },
  {
    name: 'backup',
    lasts_ms: 0,
    has_health_part: false,
    async find({ db, clock, installation }) {
      const problem = await findBackupProblem(db, installation.backups, clock.now())
      return problem ? [{ subject: '', ...problem }] : []
    },
  },
  {
    name: 'node_lost',
    lasts_ms: minuteMs,
    has_health_part: false,
    find: async ({ db }) =>
      listLostNodes(await readNodes(db)).map(({ host, pid, roles, seen_at }) => ({
        subject: `${host} (${pid})`,
        message: `A process with the ${roles.length === 1 ? 'role' : 'roles'} ${roles.join(', ')} ended or can’t reach the database since ${seen_at}`,
        advice: 'Start it again, or another one with the same roles. Its log says why it ended',
      })),
  },
  {
    name: 'clock',
    lasts_ms: 2 * minuteMs,
    has_health_part: false,
    find: async ({ db }) =>
      (await listWrongClocks(db))
        .filter(({ is_harmful }) => is_harmful)
        .map(({ subject, message }) => ({ subject, message, advice: clockAdvice })),
  },
]

type MailboxState = Awaited<ReturnType<typeof listMailboxStates>>[number]

function describeMailbox({ mailbox, last_error, overdue_since }: MailboxState): Occurrence[] {
  if (last_error !== null)
    return [
      {
        subject: mailbox,
        message: `The mailbox can’t be read: ${last_error}`,
        advice: 'Open the inbox in the settings, correct the server or sign-in, and test the connection',
      },
    ]
  if (overdue_since === null) return []
  return [
    {
      subject: mailbox,
      message: `The mailbox has not been read since ${overdue_since}`,
      advice: unreadAdvice,
    },
  ]
}

function describeDisk({ host, is_alive, disk }: SystemNode): Occurrence[] {
  if (!is_alive || !disk) return []
  const { free_bytes: free, size_bytes: size } = disk
  const { state, message, advice } = judgeDisk({ setting: 'PARLEY_DATA_DIR', path: host, free, size })
  return state === 'ok' ? [] : [{ subject: host, message, advice: advice ?? '' }]
}

/** Certificates that expire soon or aren't valid, as found by the last check. */
function listCertificates({ check, findings }: CheckResult): Occurrence[] {
  if (check !== 'certificates') return []
  return findings
    .filter(
      // Without a subject, the check itself failed.
      ({ state, subject, expires_at }) =>
        subject !== '' && (state === 'error' || (state === 'warning' && expires_at !== undefined)),
    )
    .map(({ subject, message, advice }) => ({ subject, message, advice: advice ?? '' }))
}

const formatMinutes = (seconds: number): string =>
  seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
