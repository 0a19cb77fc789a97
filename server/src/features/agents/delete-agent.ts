import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { endSessions } from '../auth/sessions/session.ts'
import { removeUser } from '../conversations/assign-user.ts'
import { unassignActive } from '../conversations/unassign-active.ts'
import { clearedApiKey } from './api-key.ts'
import { assertAdminRemains } from './last-admin-guard.ts'
import { lockAgent } from './lock-agent.ts'
import { readRolesAndTeams } from './roles-and-teams.ts'

/**
 * Soft delete: the row stays as the author of what the agent wrote; sign-in, API key, roles, teams and sessions are removed. Active
 * conversations are unassigned by the verb, with an activity line and an event each; closed ones keep their assignee.
 */
export async function deleteAgent(tx: Tx, id: number): Promise<void> {
  if (id === tx.actor.id) throw invalid('id', selfDeletionRefusal)
  const agent = await lockAgent(tx, id)
  const previous = await readRolesAndTeams(tx, id)
  const conversations = await unassignActive(tx, 'assigned_user_id', id, removeUser)
  await tx.db
    .updateTable('agents')
    .set({
      deleted_at: tx.now,
      updated_at: tx.now,
      enabled: false,
      availability_status: 'offline',
      password_hash: null,
      ...clearedApiKey,
    })
    .where('id', '=', id)
    .execute()
  await tx.db.deleteFrom('agent_roles').where('agent_id', '=', id).execute()
  await tx.db.deleteFrom('team_members').where('agent_id', '=', id).execute()
  for (const factor of ['totp_factors', 'passkeys', 'recovery_codes'] as const)
    await tx.db.deleteFrom(factor).where('agent_id', '=', id).execute()
  await assertAdminRemains(tx)
  const { first_name, last_name, email } = agent
  await tx.record({
    type: 'agent.deleted',
    object: { type: 'agent', id },
    changes: changedFields({ first_name, last_name, email, ...previous }, null),
    data: { conversations },
  })
  await endSessions(tx, id)
}

export const selfDeletionRefusal = 'You can’t delete your own account. Ask another administrator'
