import { randomBytes } from 'node:crypto'
import { SmtpConfig } from '@parley/contract/inboxes/inboxes'
import pg from 'pg'
import { hashToken } from '../../identity/sessions/session.ts'
import type { Cluster } from './start-cluster.ts'

export type PreparedWorkspace = {
  /** Cookies of signed-in agents, of which each may be used often. */
  cookies: string[]
  inbox_address: string
  inbox_id: number
}

/** Agents with sessions, and an inbox that sends through this SMTP server. */
export async function prepareWorkspace(
  cluster: Pick<Cluster, 'database_url'>,
  { agents, smtp_port }: { agents: number; smtp_port: number },
): Promise<PreparedWorkspace> {
  const client = new pg.Client(cluster.database_url)
  await client.connect()
  const cookies: string[] = []
  try {
    await client.query(
      `insert into settings (key, value, updated_at) values ('app.max_writes_per_minute', '100000', now())`,
    )
    for (let n = 0; n < agents; n++) {
      const token = randomBytes(16).toString('hex')
      await client.query(
        `with agent as (
           insert into agents (created_at, updated_at, first_name, email) values (now(), now(), $1, $2) returning id
         ), granted as (
           insert into agent_roles (agent_id, role_id) select agent.id, roles.id from agent, roles where roles.name = 'Admin'
         )
         insert into sessions (id_hash, agent_id, created_at, last_seen_at, expires_at)
         select $3, id, now(), now(), now() + interval '1 day' from agent`,
        [`Agent ${n}`, `agent${n}@parley.test`, hashToken(token)],
      )
      cookies.push(`parley_session=${token}; csrf_token=test`)
    }
    const inbox_address = 'help@parley.test'
    const smtp = SmtpConfig.parse({ host: '127.0.0.1', port: smtp_port, tls_type: 'none' })
    const { rows } = await client.query(
      `insert into inboxes (created_at, updated_at, name, "from", address, config) values (now(), now(), 'Help', $1, $1, $2) returning id`,
      [inbox_address, JSON.stringify({ imap: [], smtp: [smtp] })],
    )
    return { cookies, inbox_address, inbox_id: Number(rows[0].id) }
  } finally {
    await client.end()
  }
}
