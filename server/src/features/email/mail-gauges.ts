import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { maxGaugeCount, readGauges } from '../../db/read-gauges.ts'
import type { GaugeSource } from '../../metrics/gauge-sources.ts'
import { listMailboxStates } from './imap/list-mailboxes.ts'
import { isInLists } from './sending/message-claim.ts'

/** What waits to be processed or sent, and which mailboxes can be read. */
export const mailGauges = (db: Db, clock: Clock): GaugeSource => ({
  name: 'mail',
  scope: 'workspace',
  gauges: {
    parley_mail_incoming_waiting: {
      help: `Received emails that wait to be processed; at most ${maxGaugeCount} are counted`,
    },
    parley_mail_incoming_oldest_waiting_age_seconds: {
      help: 'How long the oldest received email has been waiting to be processed, except those of the first import of a mailbox; 0 if none is',
    },
    parley_mail_incoming_quarantined: {
      help: `Emails in quarantine; at most ${maxGaugeCount} are counted`,
    },
    parley_mail_incoming_last_timestamp_seconds: { help: 'When the newest email was received, as Unix time' },
    parley_mail_outgoing_waiting: {
      help: `Emails that are due to be sent, also those to be retried later; at most ${maxGaugeCount} are counted`,
      labels: ['mail'],
    },
    parley_mail_outgoing_oldest_waiting_age_seconds: {
      help: 'How long the oldest email that is due has been waiting to be sent; 0 if none is',
      labels: ['mail'],
    },
    parley_mailboxes: {
      help: 'IMAP mailboxes by state: ok, or failing, which includes those that nobody reads',
      labels: ['state'],
    },
  },
  async read() {
    const now = clock.now()
    const [counts, mailboxes] = await readGauges(db, async (trx) => [
      await readCounts(trx, now),
      await listMailboxStates(trx, now),
    ])
    const age = (since: Date | null) => (since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0)
    const failing = mailboxes.filter(
      ({ last_error, overdue_since }) => last_error !== null || overdue_since !== null,
    ).length
    return {
      parley_mail_incoming_waiting: [{ value: counts.incoming }],
      parley_mail_incoming_oldest_waiting_age_seconds: [{ value: age(counts.incoming_since) }],
      parley_mail_incoming_quarantined: [{ value: counts.quarantined }],
      parley_mail_incoming_last_timestamp_seconds: counts.last_received_at
        ? [{ value: counts.last_received_at.getTime() / 1000 }]
        : [],
      parley_mail_outgoing_waiting: [
        { labels: { mail: 'reply' }, value: counts.replies },
        { labels: { mail: 'notification' }, value: counts.notifications },
      ],
      parley_mail_outgoing_oldest_waiting_age_seconds: [
        { labels: { mail: 'reply' }, value: age(counts.replies_since) },
        { labels: { mail: 'notification' }, value: age(counts.notifications_since) },
      ],
      parley_mailboxes: [
        { labels: { state: 'ok' }, value: mailboxes.length - failing },
        { labels: { state: 'failing' }, value: failing },
      ],
    }
  },
})

type Counts = {
  incoming: number
  incoming_since: Date | null
  quarantined: number
  last_received_at: Date | null
  replies: number
  replies_since: Date | null
  notifications: number
  notifications_since: Date | null
}

/** Each part reads a partial index that holds only what waits. */
async function readCounts(db: Db, now: Date): Promise<Counts> {
  const limit = sql`limit ${sql.lit(maxGaugeCount)}`
  const { rows } = await sql<Counts>`
    select incoming.*, quarantined.*, replies.*, notifications.*,
      (select updated_at from mail_deliveries where state = 'received' and not historical order by id limit 1) as incoming_since,
      (select received_at from mail_deliveries order by id desc limit 1) as last_received_at
    from (
      select count(*) as incoming
      from (select from mail_deliveries where state = 'received' ${limit}) waiting
    ) incoming, (
      select count(*) as quarantined
      from (select from mail_deliveries where state = 'quarantined' ${limit}) waiting
    ) quarantined, (
      select count(*) as replies, min(created_at) as replies_since
      from (
        select m.created_at from messages m
        where m.status in ('pending', 'sending') and ${isInLists} order by coalesce(m.next_attempt_at, m.created_at) ${limit}
      ) waiting
    ) replies, (
      select count(*) as notifications, min(since) as notifications_since
      from (
        select case when attempts > 0 then created_at else not_before end as since from system_mails
        where status = 'pending' and (attempts > 0 or not_before <= ${now}) order by not_before ${limit}
      ) waiting
    ) notifications`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate returned no row')
  return counts
}
