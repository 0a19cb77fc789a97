import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { degraded, down, ok, type Part } from '../../readiness.ts'
import { listMailboxStates } from './imap/list-mailboxes.ts'
import { isInLists } from './sending/message-claim.ts'

/** Whether all IMAP mailboxes can be read, and are. */
export const mailboxesPart = (db: Db, clock: Pick<Clock, 'now'>): Part => ({
  name: 'mailboxes',
  async check() {
    const mailboxes = await listMailboxStates(db, clock.now())
    const reasons = mailboxes.flatMap(({ mailbox, last_error, overdue_since }) => {
      if (last_error !== null) return [`${mailbox}: ${last_error}`]
      return overdue_since === null ? [] : [`${mailbox}: not read since ${overdue_since}`]
    })
    if (reasons.length === 0)
      return ok(mailboxes.length === 0 ? 'No mailboxes are set up' : 'All mailboxes can be read')
    return degraded(`${reasons.length} of ${mailboxes.length} aren’t read. ${reasons.join('; ')}`)
  },
})

/** Whether replies and notifications are being sent. */
export const outgoingMailPart = (db: Db): Part => ({
  name: 'outgoing_mail',
  async check() {
    const { rows } = await sql<{ replies: number; notifications: number }>`
      select (select count(*) from messages m
          where m.status in ('pending', 'sending') and m.delivery_error is not null and ${isInLists}) as replies,
        (select count(*) from system_mails where status = 'pending' and delivery_error is not null) as notifications`.execute(
      db,
    )
    const { replies = 0, notifications = 0 } = rows[0] ?? {}
    if (replies + notifications === 0) return ok('Nothing is held up')
    const held = [
      replies > 0 && `${replies} ${replies === 1 ? 'reply' : 'replies'}`,
      notifications > 0 && `${notifications} notification${notifications === 1 ? '' : 's'}`,
    ].filter(Boolean)
    return degraded(`Held up, because the mail server didn’t accept them yet: ${held.join(' and ')}`)
  },
})

const problemTtlMs = 60_000

/** Whether the SMTP receiver accepts mail. `reportDeferral` is called for each mail that it had to defer. */
export function receiverPart(isListening: () => boolean): Part & { reportDeferral(reason: string): void } {
  let latestDeferral: { reason: string; reportedAt: number } | undefined
  return {
    name: 'mail_receiver',
    reportDeferral(reason) {
      latestDeferral = { reason, reportedAt: Date.now() }
    },
    check() {
      if (!isListening()) return down('The mail receiver isn’t listening')
      if (latestDeferral && Date.now() - latestDeferral.reportedAt < problemTtlMs)
        return degraded(`Senders were asked to try again later: ${latestDeferral.reason}`)
      return ok('Mail is accepted')
    },
  }
}
