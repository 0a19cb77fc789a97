import { parseDurationMs } from '@parley/contract/shared/duration'
import type { SlaNotice } from '@parley/contract/sla/sla-policies'
import type { Selectable } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { notifyRecipients, type WatchedClock } from './notify-recipients.ts'

type NoticeRow = Selectable<DB['sla_notices']>
type Row = Pick<NoticeRow, 'metric' | 'sla_event_id' | 'type' | 'timing' | 'recipients' | 'send_at'>

/**
 * Sends due notifications that still apply, each once, and returns when to check again. Warnings follow the current deadline. Notifications
 * after a breach are scheduled at the time of the breach, so that a notification added later says nothing about old breaches.
 */
export async function sendDueNotices(
  tx: Tx,
  c: ConversationRow,
  {
    applied_id,
    notices,
    watched,
  }: { applied_id: number; notices: readonly SlaNotice[]; watched: readonly WatchedClock[] },
): Promise<Date[]> {
  const live =
    c.status_category === 'open' ? watched.filter(({ clock }) => clock.deadline_at && !clock.met_at) : []
  const warnings = live.filter(({ clock }) => !clock.breached_at).flatMap((one) => warningsFor(one, notices))
  const planned = live
    .filter(({ just_breached }) => just_breached)
    .flatMap((one) => breachNoticesFor(one, notices, tx.now))
  await insertNewNotices(tx, applied_id, planned, null)
  const due = await insertNewNotices(
    tx,
    applied_id,
    warnings.filter(({ send_at }) => send_at <= tx.now),
    tx.now,
  )
  const pending = await listPendingNotices(tx, applied_id)
  for (const notice of [...due, ...pending.filter(({ send_at }) => send_at <= tx.now)]) {
    const watchedClock = live.find(
      (one) => one.metric === notice.metric && one.sla_event_id === notice.sla_event_id,
    )
    // A paused target applies again when it resumes; a met or closed one never does.
    if (!watchedClock && c.status_category === 'waiting') continue
    const notified = watchedClock ? await notifyRecipients(tx, c, notice, watchedClock) : 0
    await tx.db
      .updateTable('sla_notices')
      .set({ processed_at: tx.now, told: notified })
      .where('id', '=', notice.id)
      .execute()
  }
  const upcoming = [...warnings, ...pending].map(({ send_at }) => send_at).filter((at) => at > tx.now)
  return c.status_category === 'open' ? upcoming : []
}

/** Cancels scheduled notifications, because the policy was removed. */
export async function cancelNotices(tx: Tx, applied_id: number): Promise<void> {
  await tx.db
    .updateTable('sla_notices')
    .set({ processed_at: tx.now })
    .where('applied_sla_id', '=', applied_id)
    .where('processed_at', 'is', null)
    .execute()
}

const warningsFor = (one: WatchedClock, notices: readonly SlaNotice[]): Row[] =>
  noticesFor(one, notices)
    .filter(({ time_delay_type }) => time_delay_type === 'before')
    .map((notice) => noticeRow(one, notice, new Date(Number(one.clock.deadline_at) - delayMs(notice))))

const breachNoticesFor = (one: WatchedClock, notices: readonly SlaNotice[], now: Date): Row[] =>
  noticesFor(one, notices)
    .filter(({ time_delay_type }) => time_delay_type !== 'before')
    .map((notice) => noticeRow(one, notice, new Date(Number(now) + delayMs(notice))))

const noticesFor = ({ metric }: WatchedClock, notices: readonly SlaNotice[]) =>
  notices.filter((notice) => notice.metric === metric || notice.metric === 'all')

const delayMs = ({ time_delay }: SlaNotice): number => parseDurationMs(time_delay) ?? 0

const noticeRow = ({ metric, sla_event_id }: WatchedClock, notice: SlaNotice, send_at: Date): Row => ({
  metric,
  sla_event_id,
  type: notice.type,
  timing: `${notice.time_delay_type} ${notice.time_delay}`.trim(),
  recipients: [...new Set(notice.recipients)].sort(),
  send_at,
})

/** Returns only rows that were not there before. */
async function insertNewNotices(
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

const listPendingNotices = (tx: Tx, applied_id: number): Promise<NoticeRow[]> =>
  tx.db
    .selectFrom('sla_notices')
    .selectAll()
    .where('applied_sla_id', '=', applied_id)
    .where('processed_at', 'is', null)
    .orderBy('send_at')
    .execute()
