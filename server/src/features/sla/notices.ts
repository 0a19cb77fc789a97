import { durationMs } from '@parley/contract/duration'
import type { SlaNotice } from '@parley/contract/sla'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { tellOfClock, type Watched } from './tell.ts'

type NoticeRow = Selectable<DB['sla_notices']>
type Row = Pick<NoticeRow, 'metric' | 'sla_event_id' | 'type' | 'timing' | 'recipients' | 'send_at'>

/**
 * Sends what is due and still true, each once, and answers when to look again. Warnings go by the deadline as it stands; what is said
 * after a promise was broken is planned in that moment, so that a notice that is added later tells nobody of old times.
 */
export async function sendNotices(
  tx: Tx,
  c: ConversationRow,
  {
    applied_id,
    notices,
    watched,
  }: { applied_id: number; notices: readonly SlaNotice[]; watched: readonly Watched[] },
): Promise<Date[]> {
  const live =
    c.status_category === 'open' ? watched.filter(({ clock }) => clock.deadline_at && !clock.met_at) : []
  const warnings = live.filter(({ clock }) => !clock.breached_at).flatMap((one) => warningsOf(one, notices))
  const planned = live.filter(({ broke }) => broke).flatMap((one) => afterwards(one, notices, tx.now))
  await remember(tx, applied_id, planned, null)
  const due = await remember(
    tx,
    applied_id,
    warnings.filter(({ send_at }) => send_at <= tx.now),
    tx.now,
  )
  const waiting = await waitingNotices(tx, applied_id)
  for (const notice of [...due, ...waiting.filter(({ send_at }) => send_at <= tx.now)]) {
    const of = live.find((one) => one.metric === notice.metric && one.sla_event_id === notice.sla_event_id)
    // What waits is true again once it goes on; what was met or closed never is.
    if (!of && c.status_category === 'waiting') continue
    const told = of ? await tellOfClock(tx, c, notice, of) : 0
    await tx.db
      .updateTable('sla_notices')
      .set({ processed_at: tx.now, told })
      .where('id', '=', notice.id)
      .execute()
  }
  const later = [...warnings, ...waiting].map(({ send_at }) => send_at).filter((at) => at > tx.now)
  return c.status_category === 'open' ? later : []
}

/** Those that were planned and will not be sent: the policy was taken off. */
export async function forgetNotices(tx: Tx, applied_id: number): Promise<void> {
  await tx.db
    .updateTable('sla_notices')
    .set({ processed_at: tx.now })
    .where('applied_sla_id', '=', applied_id)
    .where('processed_at', 'is', null)
    .execute()
}

const warningsOf = (one: Watched, notices: readonly SlaNotice[]): Row[] =>
  about(one, notices)
    .filter(({ time_delay_type }) => time_delay_type === 'before')
    .map((notice) => rowOf(one, notice, new Date(Number(one.clock.deadline_at) - delayOf(notice))))

const afterwards = (one: Watched, notices: readonly SlaNotice[], now: Date): Row[] =>
  about(one, notices)
    .filter(({ time_delay_type }) => time_delay_type !== 'before')
    .map((notice) => rowOf(one, notice, new Date(Number(now) + delayOf(notice))))

const about = ({ metric }: Watched, notices: readonly SlaNotice[]) =>
  notices.filter((notice) => notice.metric === metric || notice.metric === 'all')

const delayOf = ({ time_delay }: SlaNotice): number => durationMs(time_delay) ?? 0

const rowOf = ({ metric, sla_event_id }: Watched, notice: SlaNotice, send_at: Date): Row => ({
  metric,
  sla_event_id,
  type: notice.type,
  timing: `${notice.time_delay_type} ${notice.time_delay}`.trim(),
  recipients: [...new Set(notice.recipients)].sort(),
  send_at,
})

/** Those that were not there yet. */
async function remember(
  tx: Tx,
  applied_sla_id: number,
  rows: Row[],
  processed_at: Date | null,
): Promise<NoticeRow[]> {
  if (rows.length === 0) return []
  return tx.db
    .insertInto('sla_notices')
    .values(rows.map((row) => ({ ...row, applied_sla_id, created_at: tx.now, processed_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
}

const waitingNotices = (tx: Tx, applied_id: number): Promise<NoticeRow[]> =>
  tx.db
    .selectFrom('sla_notices')
    .selectAll()
    .where('applied_sla_id', '=', applied_id)
    .where('processed_at', 'is', null)
    .orderBy('send_at')
    .execute()
