import type { Shortcuts } from '@parley/contract/account/keyboard-shortcuts'
import type { AfterAction, Agent, ThemeChoice, UserCompact } from '@parley/contract/agents/agent'
import type { AgentListItem } from '@parley/contract/agents/agents'
import type { SafetyCheck } from '@parley/contract/messages/safety-checks'
import type { FirstEmailKind, MutedChannel } from '@parley/contract/notifications/notifications'
import type { QuietHours } from '@parley/contract/notifications/quiet-hours'
import type { TeamCompact } from '@parley/contract/teams/team-compact'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { notFound } from '../../http/errors.ts'
import { hasSecondFactor } from '../../identity/has-second-factor.ts'
import { callingCodeOf } from '../../phone-numbers/phone-country.ts'
import { loadInvitations } from './invitation-state.ts'

export type AgentRow = Selectable<DB['agents']>
type AgentRelations = {
  roles: string[]
  permissions: string[]
  teams: TeamCompact[]
  has_second_factor: boolean
}

/** Deleted agents stay as the authors of what they wrote; the System agent can't be changed. */
export const agentEntity = new Entity({
  table: 'agents',
  type: 'agent',
  name: 'Agent',
  fields: ({ first_name, last_name, email, enabled, availability_status }) => ({
    first_name,
    last_name,
    email,
    enabled,
    availability_status,
  }),
  exists: sql`deleted_at is null and not is_system`,
})

/** One agent with roles, permissions and teams; 404 for the System agent. */
export async function getAgentById(db: Db, id: number): Promise<Agent> {
  const row = await selectAgents(db)
    .select(
      sql<
        string[]
      >`array(select distinct p from agent_roles ar join roles r on r.id = ar.role_id, unnest(r.permissions) p
        where ar.agent_id = a.id order by p)`.as('permissions'),
    )
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Agent')
  return presentAgent(row)
}

/** All agents, for pickers, without data that only administrators need. */
export async function listAgentsCompact(db: Db): Promise<UserCompact[]> {
  const rows = await db
    .selectFrom('agents')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(presentAgentCompact)
}

/** Adds the invitation's state, for people who manage agents. */
export async function getAgentForAdmin(db: Db, now: Date, id: number): Promise<Agent> {
  const agent = await getAgentById(db, id)
  return { ...agent, invitation: (await loadInvitations(db, now, id))(id) }
}

export async function listAgents(db: Db, now: Date): Promise<AgentListItem[]> {
  const rows = await selectAgents(db).orderBy('a.updated_at', 'desc').orderBy('a.id').execute()
  const invitationOf = await loadInvitations(db, now)
  return rows.map((row) => ({
    ...presentAgentCompact(row),
    roles: row.roles,
    teams: row.teams,
    last_active_at: row.last_active_at?.toISOString() ?? null,
    invitation: invitationOf(row.id),
    has_second_factor: row.has_second_factor,
  }))
}

/** Agents with their roles and teams; excludes the System agent and deleted agents. */
const selectAgents = (db: Db) =>
  db
    .selectFrom('agents as a')
    .selectAll('a')
    .select(() => [
      sql<string[]>`array(select r.name from agent_roles ar join roles r on r.id = ar.role_id
        where ar.agent_id = a.id order by r.name)`.as('roles'),
      sql<
        TeamCompact[]
      >`coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'emoji', t.emoji) order by t.name)
        from team_members tm join teams t on t.id = tm.team_id where tm.agent_id = a.id), '[]')`.as('teams'),
      hasSecondFactor(sql.ref('a.id')).as('has_second_factor'),
    ])
    .where('a.deleted_at', 'is', null)
    .where('a.is_system', '=', false)

const presentAgent = (row: AgentRow & AgentRelations): Agent => ({
  id: row.id,
  ...presentTimes(row),
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  type: 'agent',
  availability_status: row.availability_status,
  phone_number_country_code: row.phone_number_country_code,
  phone_number_calling_code: callingCodeOf(row.phone_number_country_code),
  phone_number: row.phone_number,
  avatar_url: row.avatar_url,
  enabled: row.enabled,
  last_active_at: row.last_active_at?.toISOString() ?? null,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  roles: row.roles,
  permissions: row.permissions,
  custom_attributes: row.custom_attributes as Agent['custom_attributes'], // a database constraint guarantees an object
  teams: row.teams,
  api_key: row.api_key,
  api_key_last_used_at: row.api_key_last_used_at?.toISOString() ?? null,
  api_key_read_only: row.api_key_read_only,
  api_key_inbox_ids: row.api_key_inbox_ids,
  undo_seconds: row.undo_seconds,
  signature: row.signature,
  theme: row.theme as ThemeChoice, // a database constraint guarantees these values
  language: row.language,
  shortcuts: row.shortcuts as Shortcuts, // written from the contract's type
  muted_notifications: row.muted_notifications as FirstEmailKind[], // a database constraint guarantees these values
  digest_hour: row.digest_hour,
  time_zone: row.time_zone,
  muted_channels: row.muted_channels as MutedChannel[], // written from the contract's type, as are the quiet hours
  quiet_hours: row.quiet_hours as QuietHours | null,
  notification_sound: row.notification_sound,
  push_preview: row.push_preview,
  follow_mentions: row.follow_mentions,
  after_action: row.after_action as AfterAction, // as above
  open_on_move: row.open_on_move,
  assign_on_reply: row.assign_on_reply,
  muted_checks: row.muted_checks as SafetyCheck[], // as above
  has_second_factor: row.has_second_factor,
})

const presentAgentCompact = (row: AgentRow): UserCompact => ({
  id: row.id,
  type: 'agent',
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  enabled: row.enabled,
  avatar_url: row.avatar_url,
  availability_status: row.availability_status,
  ...presentTimes(row),
})
