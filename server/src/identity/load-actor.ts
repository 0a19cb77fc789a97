import { isAdministrative } from '@parley/contract/roles/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import { prepared } from '../db/prepared-statements.ts'
import { hasSecondFactor } from './has-second-factor.ts'
import { isSessionOpen } from './sessions/session-lifetime.ts'

type ActorRow = { id: number; enabled: boolean; permissions: string[]; roles: string[]; team_ids: number[] }

// Permissions are read for every request, so that role changes take effect immediately.
const actorColumns = sql`a.id, a.enabled,
  array(select distinct p from agent_roles ar join roles r on r.id = ar.role_id, unnest(r.permissions) p where ar.agent_id = a.id) as permissions,
  array(select r.name from agent_roles ar join roles r on r.id = ar.role_id where ar.agent_id = a.id) as roles,
  array(select tm.team_id from team_members tm where tm.agent_id = a.id) as team_ids`

export type SessionActor = {
  actor: Actor
  enabled: boolean
  last_seen_at: Date
  /** The workspace requires a second factor, and the agent has none yet (docs/decisions/0024-a-required-second-factor.md). */
  owes_second_factor: boolean
}

// With a sign-in provider, the second factor is the provider's responsibility: some of its users have no password here for a factor
// to protect.
const owesSecondFactor = sql`(s.signed_in_with <> 'sso'
  and exists (select from settings where key = 'app.require_second_factor' and value = 'true')
  and not ${hasSecondFactor(sql.ref('a.id'))}) as owes_second_factor`

type SessionRow = ActorRow & Omit<SessionActor, 'actor'> & { id_hash: Buffer; confirmed_at: Date }

const selectSessions = (condition: RawBuilder<boolean>, now: Date) => sql<SessionRow>`${prepared}
    select ${actorColumns}, s.id_hash, s.last_seen_at, greatest(s.created_at, s.confirmed_at) as confirmed_at, ${owesSecondFactor}
    from sessions s join agents a on a.id = s.agent_id
    where ${condition} and ${isSessionOpen(now)} and a.deleted_at is null`

function toSessionActor(row: SessionRow): SessionActor {
  const { enabled, last_seen_at, owes_second_factor, confirmed_at } = row
  return { actor: { ...toActor('agent', row), confirmed_at }, enabled, last_seen_at, owes_second_factor }
}

/** The actor of a session; null if it is unknown or expired. */
export async function findActorBySession(db: Db, id_hash: Buffer, now: Date): Promise<SessionActor | null> {
  const { rows } = await selectSessions(sql`s.id_hash = ${id_hash}`, now).execute(db)
  return rows[0] ? toSessionActor(rows[0]) : null
}

/** The actors of several sessions, by the hash in hexadecimal. */
export async function findActorsBySession(
  db: Db,
  id_hashes: readonly Buffer[],
  now: Date,
): Promise<Map<string, SessionActor>> {
  if (id_hashes.length === 0) return new Map()
  const { rows } = await selectSessions(sql`s.id_hash = any(${[...id_hashes]}::bytea[])`, now).execute(db)
  return new Map(rows.map((row) => [row.id_hash.toString('hex'), toSessionActor(row)]))
}

/** The actor of an API key; the caller compares the secret. */
export async function findActorByApiKey(db: Db, api_key: string) {
  const { rows } = await sql<
    ActorRow & {
      api_secret_hash: Buffer
      api_key_last_used_at: Date | null
      api_key_read_only: boolean
      api_key_inbox_ids: number[] | null
    }
  >`${prepared}
    select ${actorColumns}, a.api_secret_hash, a.api_key_last_used_at, a.api_key_read_only, a.api_key_inbox_ids from agents a
    where a.api_key = ${api_key} and a.deleted_at is null`.execute(db)
  const row = rows[0]
  return row
    ? {
        actor: restrictToScope(toActor('api_key', row), {
          read_only: row.api_key_read_only,
          inbox_ids: row.api_key_inbox_ids,
        }),
        enabled: row.enabled,
        secret_hash: row.api_secret_hash,
        last_used_at: row.api_key_last_used_at,
      }
    : null
}

/** An agent's current permissions, for sockets that outlive a request. */
export async function findActorByAgentId(db: Db, id: number): Promise<Actor | null> {
  const { rows } = await sql<ActorRow>`${prepared}
    select ${actorColumns} from agents a where a.id = ${id} and a.deleted_at is null`.execute(db)
  const row = rows[0]
  return row?.enabled ? toActor('agent', row) : null
}

/** The same for several agents, by id; those who can't sign in are left out. */
export async function loadActorsByAgentId(db: Db, ids: readonly number[]): Promise<Map<number, Actor>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ActorRow>`${prepared}
    select ${actorColumns} from agents a
    where a.id = any(${[...ids]}::bigint[]) and a.enabled and a.deleted_at is null and not a.is_system`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, toActor('agent', row)]))
}

/** A key limited to some inboxes only works on their conversations: it has no administrative permissions, even if its agent has. */
function restrictToScope(actor: Actor, scope: NonNullable<Actor['scope']>): Actor {
  if (!scope.inbox_ids) return scope.read_only ? { ...actor, scope } : actor
  const permissions = new Set([...actor.permissions].filter((permission) => !isAdministrative(permission)))
  return { ...actor, scope, permissions, is_admin: false }
}

const toActor = (kind: 'agent' | 'api_key', row: ActorRow): Actor => ({
  kind,
  id: row.id,
  permissions: new Set(row.permissions),
  team_ids: row.team_ids,
  is_admin: row.roles.includes('Admin'),
})
