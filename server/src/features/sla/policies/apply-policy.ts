import type { Explanation } from '@parley/contract/conversations/explanation'
import type { Tx } from '../../../db/transaction.ts'
import { invalid } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { insertActivity } from '../../conversations/timeline/insert-message.ts'
import { updateConversation } from '../../conversations/update-conversation.ts'
import { findAppliedSla, updateClocks, updateClocksJobKey } from '../clocks/update-clocks.ts'
import { cancelNotices } from '../notices/sla-notices.ts'

/** Who or what chose the policy. */
export type ApplyReason = 'team' | 'rule' | 'hand'

/**
 * Applies an SLA policy to a locked conversation, counted from its creation, replacing any other policy (docs/spec/wire.md#sla-policies). Does nothing
 * when the conversation already has this policy. Throws 400 when the policy doesn't exist.
 */
export async function applyPolicy(
  tx: Tx,
  c: ConversationRow,
  policy_id: number,
  reason: ApplyReason,
): Promise<ConversationRow> {
  const policy = await tx.db
    .selectFrom('sla_policies')
    .select(['id', 'name'])
    .where('id', '=', policy_id)
    // Prevents deletion until commit.
    .forKeyShare()
    .executeTakeFirst()
  if (!policy) throw invalid('sla_policy_id', 'This SLA policy doesn’t exist')
  const before = await findAppliedSla(tx, c)
  if (before?.sla_policy_id === policy.id) return c
  if (before) await endAppliedSla(tx, before.id, 'replaced')
  const applied = await tx.db
    .insertInto('applied_slas')
    .values({
      created_at: tx.now,
      updated_at: tx.now,
      conversation_id: c.id,
      sla_policy_id: policy.id,
      policy: policy.name,
      reason,
      applied_by_kind: tx.actor.kind,
      applied_by_id: tx.actor.id,
      started_at: c.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = withExplanation(tx, reason, policy)
  const after = await updateConversation(tx, c, { sla_policy_id: policy.id, applied_sla_id: applied.id })
  const line = await insertActivity(by, after, { type: 'sla_set', data: { policy: policy.name } })
  await by.record({
    type: 'conversation.sla_applied',
    conversation: { before: c, after },
    message_ids: [line],
    data: {
      policy_id: policy.id,
      applied_sla_id: applied.id,
      started_at: c.created_at.toISOString(),
      reason,
    },
  })
  return updateClocks(tx, after)
}

/** Removes the SLA policy from a locked conversation; targets that were met or missed stay on record. */
export async function removePolicy(
  tx: Tx,
  c: ConversationRow,
  reason: ApplyReason,
): Promise<ConversationRow> {
  const before = await findAppliedSla(tx, c)
  if (!before) return c
  await endAppliedSla(tx, before.id, 'removed')
  await tx.dequeue(updateClocksJobKey(c.id))
  const after = await updateConversation(tx, c, noPolicyColumns)
  const by = withExplanation(tx, reason, { id: before.sla_policy_id, name: before.policy })
  const line = await insertActivity(by, after, { type: 'sla_removed', data: { policy: before.policy } })
  await by.record({
    type: 'conversation.sla_removed',
    conversation: { before: c, after },
    message_ids: [line],
    data: {
      policy_id: before.sla_policy_id,
      applied_sla_id: before.id,
      started_at: before.started_at.toISOString(),
      reason,
    },
  })
  return after
}

/** The columns of a conversation without a policy. */
export const noPolicyColumns = {
  sla_policy_id: null,
  applied_sla_id: null,
  first_response_deadline_at: null,
  resolution_deadline_at: null,
  next_response_deadline_at: null,
  next_response_met_at: null,
  next_sla_deadline_at: null,
}

async function endAppliedSla(tx: Tx, id: number, ended_by: 'removed' | 'replaced'): Promise<void> {
  await cancelNotices(tx, id)
  await tx.db
    .updateTable('applied_slas')
    .set({ ended_at: tx.now, ended_by, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}

/** A rule has its own explanation; a manual change needs none. */
function withExplanation(tx: Tx, reason: ApplyReason, policy: { id: number | null; name: string }): Tx {
  if (tx.actor.why || reason === 'hand') return tx
  const why: Explanation = { by: 'sla', reason, policy_id: policy.id, policy: policy.name }
  return tx.withActor({ ...tx.actor, why })
}
