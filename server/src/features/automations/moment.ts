import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'
import { lockById } from '../conversations/access.ts'
import type { Moment } from './arm-events.ts'
import { ruleCounts } from './count.ts'
import { evaluate } from './evaluate.ts'
import { activeRules } from './read.ts'
import { wordReasons } from './reasons.ts'
import { runRule } from './run.ts'
import { readRows, snapshotOf } from './snapshot.ts'
import { dueAt, thresholdsOf } from './thresholds.ts'
import { worldOf } from './world.ts'

/**
 * Job, at the instant: a time rule looks at a conversation, once (product-decisions 19). Everything is looked at again under the lock: the
 * rule may be off or say something else, the beginning another one. When the conditions do not hold that is written down, and not tried again.
 */
export async function comeToMoment(tx: Tx, moment: Moment, root_url: string): Promise<void> {
  const { rule_id, conversation_id, field, hours } = moment
  const base_at = new Date(moment.base_at)
  const due = dueAt(base_at, hours)
  if (due > tx.now) return
  const c = await lockById(tx, conversation_id)
  const rule = (await activeRules(tx.db)).find(({ id }) => id === rule_id)
  if (!c || rule?.type !== 'time_trigger' || due <= rule.active_since) return
  if (!thresholdsOf(rule.body).some((one) => one.field === field && one.hours === hours)) return
  if (await cameBefore(tx, { rule_id, conversation_id, field, base_at, hours })) return

  const [row] = await readRows(tx.db, [{ conversation_id, message_id: null, first: false, at: due }])
  const world = worldOf(tx.db, [rule.body])
  if (!row) return
  const snapshot = snapshotOf(row, { event: null, at: due, openAt: await world.openAt() })
  if (snapshot.since[field]?.getTime() !== base_at.getTime()) return
  const checked = evaluate(rule.body, snapshot, await world.attributes())
  const counts = ruleCounts()
  counts.add(rule_id, checked.matched ? tx.now : null)
  const names = await world.names()
  if (checked.matched) {
    const trigger = { occasion: field, at: due, event: null, moment: { base_at, hours } }
    await runRule(tx, c, { rule, checked, trigger }, { names, root_url })
  } else
    await tx.db
      .insertInto('automation_runs')
      .values({
        ...{ rule_id, rule_name: rule.name, conversation_id, at: tx.now, occasion: field, base_at, hours },
        outcome: 'not_matched',
        reasons: json(wordReasons(checked, names)),
      })
      .execute()
  await counts.write(tx.db)
}

/** Whether this very moment came already, or the rule acted on this beginning. */
async function cameBefore(
  tx: Tx,
  moment: { rule_id: number; conversation_id: number; field: string; base_at: Date; hours: number },
): Promise<boolean> {
  const run = await tx.db
    .selectFrom('automation_runs')
    .select('id')
    .where('rule_id', '=', moment.rule_id)
    .where('conversation_id', '=', moment.conversation_id)
    .where('occasion', '=', moment.field)
    .where('base_at', '=', moment.base_at)
    .where((eb) => eb.or([eb('hours', '=', moment.hours), eb('outcome', '<>', 'not_matched')]))
    .executeTakeFirst()
  return run !== undefined
}
