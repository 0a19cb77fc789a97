import type { ReceivingHealth } from '@parley/contract/email/mail-deliveries'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { listMailboxes } from '../imap/list-mailboxes.ts'

type InboxHealthRow = {
  inbox_id: number
  last_mail_at: Date | null
  waiting: number
  waiting_since: Date | null
  quarantined: number
}

/** Receiving health of all inboxes, enabled or not. `receiver_port` is the port of the SMTP receiver. */
export async function readReceivingHealth(
  db: Db,
  { receiver_port, mail_host }: { receiver_port: number | null; mail_host: string | null },
): Promise<ReceivingHealth> {
  const [{ rows }, mailboxes] = await Promise.all([
    sql<InboxHealthRow>`
      select i.id as inbox_id, newest.received_at as last_mail_at, coalesce(open.waiting, 0) as waiting,
        open.waiting_since, coalesce(open.quarantined, 0) as quarantined
      from inboxes i
      left join lateral (
        select d.received_at from mail_deliveries d where d.inbox_id = i.id order by d.id desc limit 1
      ) newest on true
      left join (
        select d.inbox_id, count(*) filter (where d.state = 'received') as waiting,
          min(d.received_at) filter (where d.state = 'received') as waiting_since,
          count(*) filter (where d.state = 'quarantined') as quarantined
        from mail_deliveries d where d.state in ('received', 'quarantined') group by d.inbox_id
      ) open on open.inbox_id = i.id
      where i.deleted_at is null order by i.id`.execute(db),
    listMailboxes(db),
  ])
  return {
    mail_host,
    receiver_port,
    inboxes: rows.map(({ last_mail_at, waiting_since, ...row }) => ({
      ...row,
      last_mail_at: last_mail_at?.toISOString() ?? null,
      waiting_since: waiting_since?.toISOString() ?? null,
      mailboxes: mailboxes.filter(({ inbox_id }) => inbox_id === row.inbox_id),
    })),
  }
}
