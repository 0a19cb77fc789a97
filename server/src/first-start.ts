import { randomUUID } from 'node:crypto'
import { permissions } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import { systemActor } from './actor.ts'
import { json } from './db/json.ts'
import type { Db } from './db/pool.ts'
import type { Act, Tx } from './db/transaction.ts'
import { writeSettings } from './features/settings/settings.ts'
import { generatePassword, hashPassword } from './identity/password.ts'
import { findSystemActor } from './identity/system-actor.ts'
import type { Secrets } from './secrets.ts'

const agentConversationPermissions = [
  ...['read_all', 'read_unassigned', 'read_assigned', 'read_team_inbox', 'read', 'write'],
  ...['update_user_assignee', 'update_team_assignee', 'update_priority', 'update_status', 'update_tags'],
  ...['forward', 'merge', 'move'],
].map((action) => `conversations:${action}`)

/** Default permissions of the Agent role (docs/spec/wire.md#permissions-and-roles, docs/spec/product-decisions.md#first-start). */
export const agentRolePermissions = [
  ...agentConversationPermissions,
  ...['messages:read', 'messages:write', 'view:manage'],
  ...['contacts:read_all', 'contacts:read', 'contacts:write', 'contact_notes:read', 'contact_notes:write'],
]
const adminRolePermissions = permissions.filter((permission) => permission !== 'messages:write_as_contact')

/**
 * Creates the workspace if the database has none. A generated password stays stored (encrypted) until someone has signed in, so that
 * a start that ends before printing it locks no one out.
 */
export async function createWorkspaceIfMissing(
  db: Db,
  act: Act,
  { admin_email, admin_password }: { admin_email: string | undefined; admin_password: string | undefined },
  secrets: Pick<Secrets, 'seal'>,
): Promise<void> {
  if (await findSystemActor(db)) return
  const password = admin_password ?? generatePassword()
  const email = admin_email ?? 'admin@parley.local'
  const password_hash = await hashPassword(password, 'PARLEY_ADMIN_PASSWORD')
  const sealed_password = admin_password === undefined ? secrets.seal(password) : null
  await act(systemActor(0), async (tx) => {
    // If two servers start at the same time on an empty database, the second finds the first one's workspace.
    await sql`select pg_advisory_xact_lock(7275540)`.execute(tx.db)
    if (await findSystemActor(tx.db)) return
    const id = await createWorkspace(tx, { email, password_hash })
    if (sealed_password !== null)
      await tx.db
        .insertInto('initial_passwords')
        .values({ agent_id: id, created_at: tx.now, sealed_password })
        .execute()
  })
}

/** Returns the first administrator's id. */
async function createWorkspace(tx: Tx, admin: { email: string; password_hash: string }): Promise<number> {
  const dates = { created_at: tx.now, updated_at: tx.now }
  await tx.db
    .insertInto('agents')
    .values({ ...dates, first_name: 'System', email: 'System', is_system: true })
    .execute()
  const id = await createAdministrator(tx, admin)

  const day = { open: '09:00', close: '17:00' }
  const businessHours = await tx.db
    .insertInto('business_hours')
    .values({
      ...dates,
      name: 'Office hours',
      description: 'When the team is available',
      hours: json({ Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('sla_policies')
    .values({
      ...dates,
      name: 'Standard',
      description: 'Target times for replies and resolution',
      first_response_time: '4h',
      next_response_time: '8h',
      resolution_time: '48h',
    })
    .execute()
  await tx.db
    .insertInto('templates')
    .values({
      ...dates,
      type: 'email_outgoing',
      name: 'Default',
      subject: '',
      body: '{{ content }}',
      is_default: true,
    })
    .execute()
  await writeSettings(tx, {
    'app.site_name': 'Parley',
    'app.business_hours_id': String(businessHours.id),
    'app.timezone': Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
  })
  // A new value tells browsers that their event cursor is invalid here.
  await tx.db
    .insertInto('settings')
    .values({ key: 'spine.epoch', value: json(randomUUID().slice(0, 8)), updated_at: tx.now })
    .execute()
  return id
}

async function createAdministrator(tx: Tx, admin: { email: string; password_hash: string }): Promise<number> {
  const dates = { created_at: tx.now, updated_at: tx.now }
  const { id } = await tx.db
    .insertInto('agents')
    .values({
      ...dates,
      first_name: 'Admin',
      email: admin.email.toLowerCase(),
      password_hash: admin.password_hash,
      has_initial_password: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const roles = await tx.db
    .insertInto('roles')
    .values([
      { ...dates, name: 'Agent', description: 'Replies to conversations', permissions: agentRolePermissions },
      { ...dates, name: 'Admin', description: 'Has full access', permissions: [...adminRolePermissions] },
    ])
    .returning(['id', 'name'])
    .execute()
  await tx.db
    .insertInto('agent_roles')
    .values(roles.filter((role) => role.name === 'Admin').map((role) => ({ agent_id: id, role_id: role.id })))
    .execute()
  return id
}
