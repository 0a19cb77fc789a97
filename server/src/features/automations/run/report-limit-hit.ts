import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { insertActivity } from '../../conversations/timeline/insert-message.ts'
import { type Limit, limitMessages } from './rate-limits.ts'

const hour = 3_600_000

/**
 * Reports at most once an hour that a limit stopped rules: an activity line in the timeline, and an entry for administrators. The event has
 * no cause, because the causal chain may be at its limit.
 */
export async function reportLimitHit(
  tx: Tx,
  c: ConversationRow,
  { rule, run_id, limit }: { rule: { id: number | null; name: string }; run_id: number; limit: Limit },
): Promise<void> {
  const recentReport = await tx.db
    .selectFrom('automation_runs')
    .select('id')
    .where('conversation_id', '=', c.id)
    .where('limit_hit', '=', limit)
    .where('at', '>', new Date(tx.now.getTime() - hour))
    .where('id', '<>', run_id)
    .executeTakeFirst()
  if (recentReport) return
  const { cause: _cause, ...actor } = tx.actor
  const why = { by: 'rule' as const, rule_id: rule.id ?? 0, rule: rule.name, run_id }
  const uncausedTx = tx.withActor({ ...actor, kind: 'rule', why })
  const line = await insertActivity(uncausedTx, c, {
    type: 'rule_stopped',
    data: { rule: rule.name, reason: limitMessages[limit] },
  })
  await uncausedTx.record({
    type: 'conversation.rule_stopped',
    conversation: { before: c, after: c },
    message_ids: [line],
    data: { rule: { id: rule.id, name: rule.name }, run_id, limit },
  })
  await tx.db
    .insertInto('parked_work')
    .values({
      created_at: tx.now,
      kind: 'automations',
      reference: json({ rule_id: rule.id, run_id, conversation_id: c.id, limit }),
      reason: limitMessages[limit],
    })
    .execute()
}
