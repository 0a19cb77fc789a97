import type pg from 'pg'
import type { ReceivedMail } from '../email/smtp-sink.ts'

export type Promised = {
  /** Message-IDs of emails that were acknowledged. */
  emails: readonly string[]
  /** Uuids of replies that were accepted. */
  replies: readonly string[]
}

/** Message-IDs of what reached the mail server, and how often. */
export type Arrivals = ReadonlyMap<string, number>

export const messageIdOf = ({ raw }: ReceivedMail): string | undefined =>
  /^Message-ID:\s*<([^>]+)>/im.exec(raw.toString('latin1'))?.[1]

/** What was promised and isn't there, or is there more than once; each line describes one failure. */
export async function findLosses(
  database: pg.Pool,
  promised: Promised,
  arrivals: Arrivals,
): Promise<string[]> {
  const { rows: ledger } = await database.query<Delivery>(
    // Message-IDs of messages have no index: counted for each email, they took ten minutes after two hours of load.
    `with filed as (select source_id, count(*)::int as messages from messages where type = 'incoming' group by source_id)
     select d.message_id, count(*)::int as deliveries, count(*) filter (where d.state = 'received')::int as unread,
       count(*) filter (where d.state = 'threaded')::int as threaded, coalesce(f.messages, 0) as messages
     from mail_deliveries d left join filed f on f.source_id = d.message_id group by d.message_id, f.messages`,
  )
  const { rows: quarantined } = await database.query<{ message_id: string; reason: string }>(
    `select message_id, reason from mail_deliveries where state = 'quarantined'`,
  )
  const { rows: replies } = await database.query<{ uuid: string; source_id: string; status: string }>(
    `select uuid, source_id, status from messages where type = 'outgoing' and not private`,
  )
  const { rows: jobs } = await database.query<{ task: string; reason: string | null }>(
    `select task_identifier as task, last_error as reason from graphile_worker.jobs where attempts >= max_attempts`,
  )
  return [
    ...compareEmails(promised.emails, ledger),
    ...quarantined.map(({ message_id, reason }) => `${message_id} is quarantined: ${reason}`),
    ...compareReplies(promised.replies, replies, arrivals),
    ...jobs.map(({ task, reason }) => `a job ${task} was given up: ${reason}`),
  ]
}

type Delivery = {
  message_id: string
  deliveries: number
  unread: number
  threaded: number
  messages: number
}

/** An email is in the ledger once, and in one conversation unless it was ignored for a reason. */
function compareEmails(accepted: readonly string[], ledger: readonly Delivery[]): string[] {
  const deliveries = new Map(ledger.map((delivery) => [delivery.message_id, delivery]))
  const missing = accepted
    .filter((id) => !deliveries.has(id))
    .map((id) => `${id} was acknowledged and is lost`)
  const wrong = ledger.flatMap(({ message_id, deliveries: count, unread, threaded, messages }) => [
    ...(count === 1 ? [] : [`${message_id} is in the ledger ${count} times`]),
    ...(unread === 0 ? [] : [`${message_id} was never processed`]),
    ...(messages === threaded
      ? []
      : [`${message_id} is in conversations ${messages} times, not ${threaded}`]),
  ])
  return [...missing, ...wrong]
}

type Reply = { uuid: string; source_id: string; status: string }

function compareReplies(
  accepted: readonly string[],
  replies: readonly Reply[],
  arrivals: Arrivals,
): string[] {
  const stored = new Map(replies.map((reply) => [reply.uuid, reply]))
  return accepted.flatMap((uuid) => {
    const reply = stored.get(uuid)
    if (!reply) return [`reply ${uuid} was accepted and is lost`]
    if (reply.status !== 'sent') return [`reply ${uuid} is ${reply.status}`]
    const count = arrivals.get(reply.source_id) ?? 0
    return count === 1 ? [] : [`reply ${uuid} reached the mail server ${count} times`]
  })
}
