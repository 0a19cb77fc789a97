import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import type { Log } from '../../../log.ts'
import type { AlertNotice } from '../../../system-mail/queue-system-mail.ts'
import type { Installation } from '../doctor/check.ts'
import { type Condition, conditions, type Occurrence } from './conditions.ts'
import { queueAlertMails } from './queue-alert-mails.ts'

export type AlertDeps = {
  db: Db
  act: Act
  system: Actor
  clock: Clock
  log: Pick<Log, 'warn'>
  installation: Pick<Installation, 'backups'>
}

const reminderMs = 24 * 3_600_000
const keepMs = 90 * 24 * 3_600_000
/** An arbitrary constant: nodes evaluate one after the other, whatever became of their lease. */
const evaluationLock = 7_275_541

type Row = Selectable<DB['system_alerts']>
type Observation = { condition: Condition; occurrences: Occurrence[] }

/**
 * Every minute: raises what lasts, reminds daily, and resolves what has ended. State and emails commit together, so a restart neither
 * forgets nor repeats one.
 */
export async function evaluateAlerts(
  deps: AlertDeps,
  list: readonly Condition[] = conditions,
): Promise<void> {
  const current = await findAll(deps, list)
  await deps.act(deps.system, async (tx) => {
    await sql`select pg_advisory_xact_lock(${evaluationLock})`.execute(tx.db)
    const notices: AlertNotice[] = []
    for (const { condition, occurrences } of current)
      notices.push(...(await evaluateCondition(tx, condition, occurrences)))
    await queueAlertMails(tx, notices)
    await tx.db
      .deleteFrom('system_alerts')
      .where('resolved_at', '<', new Date(tx.now.getTime() - keepMs))
      .execute()
  })
}

/** A condition that can't be found out is left out, so that its alerts stay as they are. */
async function findAll(deps: AlertDeps, list: readonly Condition[]): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const condition of list)
    try {
      observations.push({ condition, occurrences: oncePerSubject(await condition.find(deps)) })
    } catch (error) {
      deps.log.warn(
        { condition: condition.name, reason: (error as Error).message },
        'could not evaluate a condition for alerts',
      )
    }
  return observations
}

/** Several nodes on one machine report the same disk, and a container that is restarted keeps its host and process id. */
const oncePerSubject = (occurrences: readonly Occurrence[]): Occurrence[] => [
  ...new Map(occurrences.map((occurrence) => [occurrence.subject, occurrence])).values(),
]

async function evaluateCondition(
  tx: Tx,
  condition: Condition,
  occurrences: readonly Occurrence[],
): Promise<AlertNotice[]> {
  const open = await tx.db
    .selectFrom('system_alerts')
    .selectAll()
    .where('condition', '=', condition.name)
    .where('resolved_at', 'is', null)
    .execute()
  const notices: (AlertNotice | null)[] = []
  for (const occurrence of occurrences) {
    const row = open.find(({ subject }) => subject === occurrence.subject)
    notices.push(
      row ? await continueAlert(tx, condition, row, occurrence) : await startAlert(tx, condition, occurrence),
    )
  }
  for (const row of open)
    if (!occurrences.some(({ subject }) => subject === row.subject)) notices.push(await endAlert(tx, row))
  return notices.filter((notice) => notice !== null)
}

async function startAlert(tx: Tx, condition: Condition, occurrence: Occurrence): Promise<AlertNotice | null> {
  const isRaised = condition.lasts_ms === 0
  const at = isRaised ? tx.now : null
  await tx.db
    .insertInto('system_alerts')
    .values({ condition: condition.name, ...occurrence, since: tx.now, raised_at: at, notified_at: at })
    .execute()
  return isRaised ? toNotice('raised', condition.name, occurrence) : null
}

async function continueAlert(
  tx: Tx,
  condition: Condition,
  row: Row,
  occurrence: Occurrence,
): Promise<AlertNotice | null> {
  const kind = dueNotice(row, condition, tx.now)
  await tx.db
    .updateTable('system_alerts')
    .set({
      message: occurrence.message,
      advice: occurrence.advice,
      ...(kind && { notified_at: tx.now }),
      ...(kind === 'raised' && { raised_at: tx.now }),
    })
    .where('id', '=', row.id)
    .execute()
  return kind && toNotice(kind, condition.name, occurrence)
}

function dueNotice(row: Row, condition: Condition, now: Date): 'raised' | 'reminder' | null {
  if (row.raised_at === null)
    return now.getTime() - row.since.getTime() >= condition.lasts_ms ? 'raised' : null
  return now.getTime() - (row.notified_at ?? row.raised_at).getTime() >= reminderMs ? 'reminder' : null
}

/** What has not been raised was only a moment, and is forgotten. */
async function endAlert(tx: Tx, row: Row): Promise<AlertNotice | null> {
  if (row.raised_at === null) {
    await tx.db.deleteFrom('system_alerts').where('id', '=', row.id).execute()
    return null
  }
  await tx.db.updateTable('system_alerts').set({ resolved_at: tx.now }).where('id', '=', row.id).execute()
  return toNotice('resolved', row.condition, row)
}

const toNotice = (
  kind: AlertNotice['kind'],
  condition: string,
  { subject, message, advice }: Occurrence,
): AlertNotice => ({ ...{ kind, condition, subject, message }, advice: kind === 'resolved' ? '' : advice })
