import {
  ASSIGNED_TEAM,
  ASSIGNED_USER,
  type SlaChanges,
  type SlaNotice,
  type SlaWrite,
  targetsProblem,
} from '@parley/contract/sla/sla-policies'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../../db/transaction.ts'
import { invalid } from '../../../http/errors.ts'
import { updateClocksJobKey } from '../clocks/update-clocks.ts'
import { noPolicyColumns } from './apply-policy.ts'
import { type PolicyRow, parseNotices, policyEntity } from './policies.ts'

export async function createPolicy(tx: Tx, values: SlaWrite): Promise<PolicyRow> {
  await assertRecipientsExist(tx, values.notifications)
  return policyEntity.create(tx, values)
}

/** Open targets of this policy follow the new times (recalculate-clocks.ts); met and missed targets stay as they are. */
export async function updatePolicy(
  tx: Tx,
  id: number,
  changes: z.output<typeof SlaChanges>,
): Promise<PolicyRow> {
  const before = await policyEntity.lock(tx, id)
  const existingNotices = parseNotices(before.notifications)
  const values = { ...before, notifications: existingNotices, ...changes }
  const problem = targetsProblem(values)
  if (problem) throw invalid(problem.path, problem.message)
  const existingRecipients = new Set(existingNotices.flatMap(({ recipients }) => recipients))
  await assertRecipientsExist(tx, values.notifications, existingRecipients)
  return policyEntity.update(tx, before, changes)
}

/**
 * Teams lose it through the foreign key. Conversations lose it with their deadlines, without an activity line, because no one decided
 * anything about them.
 */
export async function deletePolicy(tx: Tx, id: number): Promise<void> {
  const before = await policyEntity.lockExclusively(tx, id)
  const conversations = await tx.db
    .updateTable('conversations')
    .set({ ...noPolicyColumns, version: sql`version + 1` })
    .where('sla_policy_id', '=', id)
    .returning('id')
    .execute()
  await tx.db
    .updateTable('applied_slas')
    .set({ ended_at: tx.now, ended_by: 'policy_deleted', updated_at: tx.now })
    .where('sla_policy_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  await sql`select graphile_worker.remove_job(key) from unnest(${conversations.map((c) => updateClocksJobKey(c.id))}::text[]) key`.execute(
    tx.db,
  )
  await policyEntity.delete(tx, before, { data: { conversations: conversations.length } })
}

/**
 * Notifications go to existing agents. Recipients in `existing` were saved before and may have been deleted since, which must not prevent
 * saving.
 */
async function assertRecipientsExist(
  tx: Tx,
  notices: readonly SlaNotice[],
  existing = new Set<string>(),
): Promise<void> {
  const agentIds = notices
    .flatMap(({ recipients }) => recipients)
    .filter(
      (recipient) => recipient !== ASSIGNED_USER && recipient !== ASSIGNED_TEAM && !existing.has(recipient),
    )
  if (agentIds.length === 0) return
  const agents = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', 'in', agentIds.map(Number))
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .execute()
  const foundIds = new Set(agents.map(({ id }) => String(id)))
  for (const [index, { recipients }] of notices.entries())
    for (const recipient of recipients)
      if (agentIds.includes(recipient) && !foundIds.has(recipient))
        throw invalid(
          `notifications.${index}.recipients`,
          `There is no agent ${recipient}. Choose another one`,
        )
}
