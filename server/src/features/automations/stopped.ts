import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { insertActivity } from '../messages/insert.ts'
import { type Limit, limitWords } from './budgets.ts'

const hour = 3_600_000

/**
 * Says once an hour that a limit kept rules from going on: a line in the timeline, and work for an administrator. The fact follows from
 * nothing, for the chain of causes may be at its end.
 */
export async function tellStopped(
  tx: Tx,
  c: ConversationRow,
  { rule, run_id, limit }: { rule: { id: number | null; name: string }; run_id: number; limit: Limit },
): Promise<void> {
  const told = await tx.db
    .selectFrom('automation_runs')
    .select('id')
    .where('conversation_id', '=', c.id)
    .where('limit_hit', '=', limit)
    .where('at', '>', new Date(tx.now.getTime() - hour))
    .where('id', '<>', run_id)
    .executeTakeFirst()
  if (told) return
  const { cause: _cause, ...actor } = tx.actor
  const why = { by: 'rule' as const, rule_id: rule.id ?? 0, rule: rule.name, run_id }
  const apart = tx.as({ ...actor, kind: 'rule', why })
  const line = await insertActivity(apart, c, {
    type: 'rule_stopped',
    data: { rule: rule.name, reason: limitWords[limit] },
  })
  await apart.record({
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
      reason: limitWords[limit],
    })
    .execute()
}
