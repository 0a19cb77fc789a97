import { invitationRefusal } from '@parley/contract/agents'
import type { Invitation } from '@parley/contract/people'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { refused } from '../../http/errors.ts'
import { forgetPasswordTokens } from '../auth/password-link.ts'
import { queueSystemMail, type SystemMail } from '../system-mail/queue.ts'
import { canSend, readStored } from '../system-mail/settings.ts'
import { lockAgent } from './lock.ts'

/** Whether the workspace has a mail server of its own that is switched on; the invitation waits while it has none. */
export const canMailInvitations = async (db: Db): Promise<boolean> => canSend(await readStored(db))

export const invitationTo = (tx: Tx, agent_id: number): SystemMail => ({
  template: 'Invitation',
  agent_id,
  data: { author_id: tx.actor.id },
})

/** Mails a new link to whoever has not come yet; those of earlier invitations are void, and one that still waited is not sent. */
export async function inviteAgain(tx: Tx, id: number): Promise<void> {
  const { password_hash, last_login_at, enabled } = await lockAgent(tx, id)
  const refusal = invitationRefusal({ enabled, has_come: password_hash !== null || last_login_at !== null })
  if (refusal) throw refused(refusal)
  // Before the links: one that is on its way just now commits its link first.
  await tx.db
    .deleteFrom('system_mails')
    .where('agent_id', '=', id)
    .where('template', '=', 'Invitation')
    .where('status', '=', 'pending')
    .execute()
  await forgetPasswordTokens(tx, id)
  await queueSystemMail(tx, invitationTo(tx, id))
  await tx.record({ type: 'agent.invited', object: { type: 'agent', id } })
}

/** Of each agent the newest invitation, as it stands now. Who was never invited is not among them. */
export async function readInvitations(
  db: Db,
  now: Date,
  agent_id?: number,
): Promise<(agent_id: number) => Invitation | null> {
  const one = agent_id === undefined ? sql`` : sql`and m.agent_id = ${agent_id}`
  const { rows } = await sql<{ agent_id: number; state: Invitation['state']; at: Date }>`
    select distinct on (m.agent_id) m.agent_id, coalesce(m.sent_at, m.created_at) as at, case
      when a.password_hash is not null or a.last_login_at is not null then 'accepted'
      when m.status = 'pending' then 'waiting'
      when m.status = 'failed' then 'failed'
      -- The link ends with its time, and before that with a change of the address.
      when exists (select from password_tokens p where p.agent_id = a.id and p.expires_at > ${now}::timestamptz) then 'sent'
      else 'expired' end as state
    from system_mails m join agents a on a.id = m.agent_id
    where m.template = 'Invitation' ${one} order by m.agent_id, m.id desc`.execute(db)
  const found = new Map(rows.map((row) => [row.agent_id, { state: row.state, at: row.at.toISOString() }]))
  return (id) => found.get(id) ?? null
}
