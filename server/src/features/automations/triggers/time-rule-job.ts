import { lockById } from '../../../conversation-access.ts'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { evaluateRule } from '../evaluate/evaluate-rule.ts'
import { createEvaluationContext } from '../evaluate/evaluation-context.ts'
import { createSnapshot, readSnapshotRows } from '../evaluate/snapshot.ts'
import { presentReasons } from '../log/present-reasons.ts'
import { listActiveRules } from '../rules/rules.ts'
import { createRuleCounters } from '../run/rule-counters.ts'
import { runRule } from '../run/run-rule.ts'
import type { TimeRuleTimer } from './schedule-time-rules.ts'
import { dueAt, thresholdsOf } from './thresholds.ts'

/**
 * Job: runs a time-based rule on a conversation at its due time, once (docs/spec/product-decisions.md#time-rules). Re-checks everything under the lock, because
 * the rule may have been disabled or changed, or the base time may be different. When the conditions don't match, that is recorded and not
 * retried.
 */
export async function runTimeRule(tx: Tx, timer: TimeRuleTimer, root_url: string): Promise<void> {
  const { rule_id, conversation_id, field, hours } = timer
  const base_at = new Date(timer.base_at)
  const due = dueAt(base_at, hours)
  if (due > tx.now) return
  const c = await lockById(tx, conversation_id)
  const rule = (await listActiveRules(tx.db)).find(({ id }) => id === rule_id)
  if (!c || rule?.type !== 'time_trigger' || due <= rule.active_since) return
  if (!thresholdsOf(rule.body).some((one) => one.field === field && one.hours === hours)) return
  if (await alreadyRan(tx, { rule_id, conversation_id, field, base_at, hours })) return

  const [row] = await readSnapshotRows(tx.db, [
    { conversation_id, message_id: null, use_first_message: false, at: due },
  ])
  const context = createEvaluationContext(tx.db, [rule.body])
  if (!row) return
  const snapshot = createSnapshot(row, { event: null, at: due, openAt: await context.openAt() })
  if (snapshot.since[field]?.getTime() !== base_at.getTime()) return
  const evaluation = evaluateRule(rule.body, snapshot, await context.attributes())
  const counters = createRuleCounters()
  counters.add(rule_id, evaluation.matched ? tx.now : null)
  const referenceData = await context.referenceData()
  if (evaluation.matched) {
    const trigger = { name: field, at: due, event: null, timer: { base_at, hours } }
    await runRule(tx, c, { rule, evaluation, trigger }, { referenceData, root_url })
  } else
    await tx.db
      .insertInto('automation_runs')
      .values({
        ...{ rule_id, rule_name: rule.name, conversation_id, at: tx.now, occasion: field, base_at, hours },
        outcome: 'not_matched',
        reasons: json(presentReasons(evaluation, referenceData)),
      })
      .execute()
  await counters.write(tx.db)
}

/** Whether this timer ran before, or the rule already acted on this base time. */
async function alreadyRan(
  tx: Tx,
  timer: { rule_id: number; conversation_id: number; field: string; base_at: Date; hours: number },
): Promise<boolean> {
  const run = await tx.db
    .selectFrom('automation_runs')
    .select('id')
    .where('rule_id', '=', timer.rule_id)
    .where('conversation_id', '=', timer.conversation_id)
    .where('occasion', '=', timer.field)
    .where('base_at', '=', timer.base_at)
    .where((eb) => eb.or([eb('hours', '=', timer.hours), eb('outcome', '<>', 'not_matched')]))
    .executeTakeFirst()
  return run !== undefined
}
