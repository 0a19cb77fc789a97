import type { Tx } from '../../../db/transaction.ts'
import { getSystemActor } from '../../../identity/system-actor.ts'
import {
  type AlertNotice,
  queueSystemMails,
  type SystemMail,
} from '../../../system-mail/queue-system-mail.ts'
import { readAlertSettings } from './alert-settings.ts'

/** Emails these notices, all in one, to everyone who is to know. */
export async function queueAlertMails(tx: Tx, alerts: readonly AlertNotice[]): Promise<void> {
  if (alerts.length === 0) return
  const { email_enabled, addresses } = await readAlertSettings(tx.db)
  if (!email_enabled) return
  const recipients = addresses.length > 0 ? await toRecipients(tx, addresses) : await listAdmins(tx)
  await queueSystemMails(
    tx,
    recipients.map(
      ({ agent_id, to }): SystemMail => ({
        template: 'System alert',
        agent_id,
        data: { alerts: [...alerts], ...(to !== undefined && { to }) },
      }),
    ),
  )
}

type Recipient = { agent_id: number; to?: string }

/** An agent reads it in their language; an address that is nobody's gets it from the System agent, in the workspace's. */
async function toRecipients(tx: Tx, addresses: readonly string[]): Promise<Recipient[]> {
  const { id: system_id } = await getSystemActor(tx.db)
  const agents = await tx.db
    .selectFrom('agents')
    .select(['id', 'email'])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', [...addresses]))
    .execute()
  return addresses.map((to) => {
    const agent = agents.find(({ email }) => email?.toLowerCase() === to)
    return agent ? { agent_id: agent.id } : { agent_id: system_id, to }
  })
}

async function listAdmins(tx: Tx): Promise<Recipient[]> {
  const rows = await tx.db
    .selectFrom('agents as a')
    .innerJoin('agent_roles as ar', 'ar.agent_id', 'a.id')
    .innerJoin('roles as r', 'r.id', 'ar.role_id')
    .select('a.id')
    .distinct()
    .where('r.name', '=', 'Admin')
    .where('a.enabled', '=', true)
    .where('a.is_system', '=', false)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id')
    .execute()
  return rows.map(({ id }) => ({ agent_id: id }))
}
