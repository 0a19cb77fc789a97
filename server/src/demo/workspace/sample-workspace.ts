import { weekdays } from '@parley/contract/business-hours/business-hours'
import { EmailNotificationWrite } from '@parley/contract/notifications/system-mail'
import { sql } from 'kysely'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import { writeSettings } from '../../features/settings/settings.ts'
import { hashPassword } from '../../identity/password.ts'
import {
  type AgentKey,
  agents,
  demoPassword,
  type InboxKey,
  inboxes,
  type TagKey,
  type TeamKey,
  tags,
  teams,
} from './sample-data.ts'

/** Ids of the sample records, by the names used in the stories. */
export type SampleWorkspace = {
  agents: Record<AgentKey, number>
  teams: Record<TeamKey, number>
  inboxes: Record<InboxKey, { id: number; address: string }>
  tags: Record<TagKey, number>
}

/** Creates six agents, three teams, three inboxes that send through the demo's outbox, and tags. */
export async function createSampleWorkspace(tx: Tx, outbox_port: number): Promise<SampleWorkspace> {
  const dates = { created_at: tx.now, updated_at: tx.now }
  const password_hash = await hashPassword(demoPassword)
  const roles = byName(await tx.db.selectFrom('roles').select(['id', 'name']).execute())

  const workspace: SampleWorkspace = { agents: {}, teams: {}, inboxes: {}, tags: {} } as SampleWorkspace // filled below, key by key
  // Open every day, so that SLA timers run whenever someone looks at the demo.
  const day = { open: '08:00', close: '20:00' }
  await tx.db
    .updateTable('business_hours')
    .set({ hours: json(Object.fromEntries(weekdays.map((name) => [name, day]))) })
    .execute()
  const standard = await tx.db.selectFrom('sla_policies').select('id').orderBy('id').executeTakeFirst()
  for (const [name, { emoji, timezone }] of entries(teams)) {
    const { id } = await tx.db
      .insertInto('teams')
      .values({ ...dates, name, emoji, timezone, sla_policy_id: standard?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    workspace.teams[name] = id
  }
  for (const [key, agent] of entries(agents)) {
    const id = await createAgent(tx, key, password_hash)
    workspace.agents[key] = id
    await tx.db
      .insertInto('agent_roles')
      .values({ agent_id: id, role_id: roles[agent.role] ?? 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.db
      .insertInto('team_members')
      .values(agent.teams.map((team) => ({ team_id: workspace.teams[team], agent_id: id })))
      .execute()
  }
  for (const [key, inbox] of entries(inboxes)) {
    const { id } = await tx.db
      .insertInto('inboxes')
      .values({
        ...dates,
        name: inbox.name,
        from: inbox.from,
        address: inbox.address,
        aliases: [...inbox.aliases],
        csat_enabled: inbox.csat_enabled,
        config: json({ imap: [], smtp: [outboxServer(outbox_port)] }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    workspace.inboxes[key] = { id, address: inbox.address }
  }
  for (const name of tags) {
    const { id } = await tx.db
      .insertInto('tags')
      .values({ ...dates, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    workspace.tags[name] = id
  }
  await writeSettings(tx, { 'app.site_name': 'Lumen & Oak' })
  return workspace
}

/** The first administrator is one of the sample agents, and gets its name. */
async function createAgent(tx: Tx, key: AgentKey, password_hash: string): Promise<number> {
  const { first_name, last_name, email } = agents[key]
  const { id } = await tx.db
    .insertInto('agents')
    .values({
      ...{ created_at: tx.now, updated_at: tx.now, first_name, last_name, email, password_hash },
      availability_status: key === 'sam' ? 'away_manual' : 'offline',
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql<string>`lower(email)`)
        .where('deleted_at', 'is', null)
        .doUpdateSet({ first_name, last_name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const outboxServer = (port: number) => ({
  host: '127.0.0.1',
  port,
  username: '',
  password: '',
  max_conns: 4,
  max_msg_retries: 3,
  idle_timeout: '25s',
  wait_timeout: '60s',
  auth_protocol: 'none',
  tls_type: 'none',
  tls_skip_verify: false,
  hello_hostname: '',
})

/** Invitations and password links are sent to the outbox too. */
export const systemMailVia = (outbox_port: number) =>
  EmailNotificationWrite.parse({
    'notification.email.enabled': true,
    'notification.email.email_address': 'Lumen & Oak <desk@lumenoak.example>',
    ...Object.fromEntries(
      Object.entries(outboxServer(outbox_port)).map(([key, value]) => [`notification.email.${key}`, value]),
    ),
  })

/** The outbox gets a new port on every start, so the inboxes are updated. */
export async function pointInboxesToOutbox(tx: Tx, outbox_port: number): Promise<void> {
  await tx.db
    .updateTable('inboxes')
    .set({ config: json({ imap: [], smtp: [outboxServer(outbox_port)] }), updated_at: tx.now })
    .where(
      'address',
      'in',
      Object.values(inboxes).map((inbox) => inbox.address),
    )
    .execute()
}

const byName = (rows: { id: number; name: string }[]): Record<string, number> =>
  Object.fromEntries(rows.map((row) => [row.name, row.id]))

const entries = <K extends string, V>(record: Record<K, V>) => Object.entries(record) as [K, V][] // keys of a literal
