import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { degraded, down, ok, type Part } from '../../readiness.ts'
import { listMailboxes } from './imap/list-mailboxes.ts'
import { isInLists } from './sending/message-claim.ts'

/** Whether all IMAP mailboxes can be read. */
export const mailboxesPart = (db: Db): Part => ({
  name: 'mailboxes',
  async check() {
    const mailboxes = await listMailboxes(db)
    const failing = mailboxes.filter(({ last_error }) => last_error !== null)
    if (failing.length === 0)
      return ok(mailboxes.length === 0 ? 'No mailboxes are set up' : 'All mailboxes can be read')
    const reasons = failing.map(({ mailbox, last_error }) => `${mailbox}: ${last_error}`)
    return degraded(`${failing.length} of ${mailboxes.length} can’t be read. ${reasons.join('; ')}`)
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
