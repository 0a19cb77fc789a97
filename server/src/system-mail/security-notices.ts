import { isAdministrative, permissions } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import {
  queueSystemMail,
  queueSystemMails,
  type SecurityChange,
  type SignInChange,
  type SystemMail,
  type SystemMailData,
} from './queue-system-mail.ts'

/**
 * Notifies an agent of a security change to their account, so that they notice changes they didn't make. Never contains anything that
 * grants access.
 */
export const notifyOfSecurityChange = (
  tx: Tx,
  agent_id: number,
  security: SecurityChange,
  more: Pick<SystemMailData, 'to' | 'server'> = {},
): Promise<void> => queueSystemMail(tx, securityNotice(tx, agent_id, { security, ...more }))

/** Notifies everyone who can change how people sign in, including the one who did: a change that none of them knows about is an attack. */
export async function notifyAdministrators(
  tx: Tx,
  security: SignInChange,
  more: Pick<SystemMailData, 'server'> = {},
): Promise<void> {
  if (tx.actor.kind === 'system') return
  const { rows } = await sql<{ id: number }>`
    select a.id from agents a where a.enabled and a.deleted_at is null and not a.is_system
      and (select array_agg(p) from agent_roles ar join roles r on r.id = ar.role_id, unnest(r.permissions) p
        where ar.agent_id = a.id) @> ${administrativePermissions}::text[]
    order by a.id`.execute(tx.db)
  await queueSystemMails(
    tx,
    rows.map(({ id }) => securityNotice(tx, id, { security, ...more })),
  )
}

const administrativePermissions = permissions.filter(isAdministrative)

const securityNotice = (tx: Tx, agent_id: number, data: SystemMailData): SystemMail => ({
  template: 'Security change',
  agent_id,
  data: { ...data, ...(tx.actor.id !== agent_id && { author_id: tx.actor.id }) },
})
