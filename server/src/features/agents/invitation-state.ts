import type { Invitation } from '@parley/contract/agents/agent'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { canSend, readMailServerSettings } from '../../system-mail/mail-server.ts'

/** Whether the workspace has its own mail server, switched on. Without one, invitations wait. */
export const canMailInvitations = async (db: Db): Promise<boolean> =>
  canSend(await readMailServerSettings(db))

/** Each agent's latest invitation and its current state. Agents who joined without one are left out. */
export async function loadInvitations(
  db: Db,
  now: Date,
  agent_id?: number,
): Promise<(agent_id: number) => Invitation | null> {
  const filter = agent_id === undefined ? sql`` : sql`and a.id = ${agent_id}`
  const can_mail = await canMailInvitations(db)
  const { rows } = await sql<{ agent_id: number; state: Invitation['state']; at: Date }>`
    select a.id as agent_id, coalesce(
        case when p.created_at > coalesce(m.sent_at, m.created_at) then p.created_at end, m.sent_at, m.created_at, a.created_at) as at,
      case
        when a.password_hash is not null or a.last_login_at is not null then 'accepted'
        when m.status = 'pending' then case when ${can_mail}::boolean then 'waiting' else 'not_sent' end
        -- A link expires, or ends earlier when the address changes.
        when p.created_at <= m.sent_at then 'sent'
        -- A failed attempt leaves behind a link that was never delivered.
        when m.status = 'failed' and (p.created_at is null or p.created_at <= m.updated_at) then 'failed'
        when p.created_at is not null then 'link'
        when m.id is null then 'none'
        else 'expired' end as state
    from agents a
    left join lateral (select * from system_mails where agent_id = a.id and template = 'Invitation' order by id desc limit 1) m on true
    left join lateral (select max(created_at) as created_at from password_tokens
      where agent_id = a.id and expires_at > ${now}::timestamptz) p on true
    where a.deleted_at is null and not a.is_system ${filter}
      and (m.id is not null or (a.password_hash is null and a.last_login_at is null))`.execute(db)
  const byAgent = new Map(rows.map((row) => [row.agent_id, { state: row.state, at: row.at.toISOString() }]))
  return (id) => byAgent.get(id) ?? null
}
