import pg from 'pg'
import type { SmtpSink } from '../email/smtp-sink.ts'
import type { Promised } from './cluster-load.ts'
import type { Cluster } from './start-cluster.ts'

/** What is not as it should be; each line describes one failure. Emails are sent twice only if a node was killed in the meantime. */
export async function findFailures(
  { database_url }: Cluster,
  promised: Promised,
  sink: SmtpSink,
): Promise<{ failures: string[]; resent: number }> {
  const client = new pg.Client(database_url)
  await client.connect()
  try {
    const { rows: incoming } = await client.query<{ source_id: string; count: number }>(
      `select source_id, count(*)::int as count from messages where type = 'incoming' group by source_id`,
    )
    const stored = new Map(incoming.map(({ source_id, count }) => [source_id, count]))
    const mailFailures = promised.mails
      .filter((id) => stored.get(id) !== 1)
      .map((id) => `${id} was acknowledged and is stored ${stored.get(id) ?? 0} times`)
    const { rows: ledger } = await client.query<{ state: string; count: number }>(
      `select state, count(*)::int as count from mail_deliveries where state not in ('threaded', 'ignored') group by state`,
    )
    const { rows: replies } = await client.query<{ uuid: string; source_id: string; status: string }>(
      `select uuid, source_id, status from messages where type = 'outgoing' and not private`,
    )
    const arrivals = Map.groupBy(
      sink.mails,
      ({ raw }) => /^Message-ID:\s*<([^>]+)>/im.exec(raw.toString())?.[1],
    )
    const replyFailures = promised.replies.flatMap((uuid) => {
      const reply = replies.find((one) => one.uuid === uuid)
      if (!reply) return [`reply ${uuid} was accepted and is lost`]
      if (reply.status !== 'sent') return [`reply ${uuid} is ${reply.status}`]
      return arrivals.has(reply.source_id) ? [] : [`reply ${uuid} never reached the mail server`]
    })
    const { rows: repeated } = await client.query<{ text: string; count: number }>(
      `select trim(text_content) as text, count(*)::int as count from messages where type = 'outgoing' group by 1 having count(*) > 1`,
    )
    const { rows: jobs } = await client.query<{ task: string }>(
      `select task_identifier as task from graphile_worker.jobs where run_at < now() - interval '30 seconds' or last_error is not null`,
    )
    return {
      failures: [
        ...mailFailures,
        ...ledger.map(({ state, count }) => `${count} deliveries are ${state}`),
        ...replyFailures,
        ...repeated.map(({ text, count }) => `"${text}" exists ${count} times`),
        ...jobs.map(({ task }) => `a job ${task} is left`),
      ],
      resent: [...arrivals.values()].filter((copies) => copies.length > 1).length,
    }
  } finally {
    await client.end()
  }
}

/** Why the cluster isn’t healthy, or null: every node runs and is registered, web nodes are ready, and all work accepted until then is done. */
export async function findUnhealthy(
  { nodes, http_url, database_url }: Cluster,
  accepted_until: Date,
): Promise<string | null> {
  const stopped = nodes.filter((node) => !node.isRunning())
  if (stopped.length > 0) return `${stopped.map(({ name }) => name).join(', ')} not running`
  const response = await fetch(`${http_url}/health/ready`, { signal: AbortSignal.timeout(3_000) }).catch(
    () => null,
  )
  const text = (await response?.text().catch(() => '')) ?? ''
  if (!response?.ok) return `not ready: ${text}`
  const client = new pg.Client({ connectionString: database_url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::int from nodes where seen_at > clock_timestamp() - interval '8 s') as nodes,
         (select count(*)::int from mail_deliveries where state = 'received' and received_at <= $1) as unread,
         (select count(*)::int from messages where type = 'outgoing' and status in ('pending', 'sending') and created_at <= $1) as unsent,
         (select count(*)::int from event_consumers c where exists (
            select from events e where (e.xid, e.id) > (c.xid, c.id) and e.at < now() - interval '5 s')) as behind`,
      [accepted_until],
    )
    const { nodes: seen, unread, unsent, behind } = rows[0]
    if (seen !== nodes.length) return `${seen} of ${nodes.length} nodes are registered`
    if (unread + unsent + behind > 0) return `${unread} unread, ${unsent} unsent, ${behind} consumers behind`
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}
