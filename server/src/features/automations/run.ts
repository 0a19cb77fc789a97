import type { RuleActionResult } from '@parley/contract/automation-runs'
import { attempt } from '../../db/attempt.ts'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'
import { AppError } from '../../http/errors.ts'
import type { Event } from '../../spine/read.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { act } from './act.ts'
import { actsOf, budgets, deepest, isExpectedLimit, type Limit, LimitHit, limitWords } from './budgets.ts'
import { ruleRan } from './chains.ts'
import type { Checked } from './evaluate.ts'
import type { Names } from './names.ts'
import { presentAction, wordReasons } from './reasons.ts'
import type { ActiveRule } from './rule.ts'
import { tellStopped } from './stopped.ts'

/** What a rule acts upon: an event, or a moment of the clock. */
export type Trigger = {
  occasion: string
  at: Date
  event: Pick<Event, 'id' | 'depth'> | null
  moment: { base_at: Date; hours: number } | null
}

export type RunDeps = {
  names: Names
  root_url: string
  /** Told after each action, by whoever wants to see it at work. */
  watch?: (tx: Tx, place: number, c: ConversationRow) => Promise<void>
}

type Rule = Pick<ActiveRule, 'name' | 'body'> & { id: number | null }
type Done = { conversation: ConversationRow; results: RuleActionResult[]; limit: Limit | null }

/**
 * Does what a rule that matched says to a locked conversation: each action behind a savepoint, what it refuses written down, and a limit
 * ends the run. The facts that follow name this run as their cause, and their lines in the timeline say which rule it was.
 */
export async function runRule(
  tx: Tx,
  c: ConversationRow,
  { rule, checked, trigger }: { rule: Rule; checked: Checked; trigger: Trigger },
  deps: RunDeps,
): Promise<Done> {
  const { id } = await tx.db
    .insertInto('automation_runs')
    .values({
      rule_id: rule.id,
      rule_name: rule.name,
      conversation_id: c.id,
      at: tx.now,
      occasion: trigger.occasion,
      event_id: trigger.event?.id ?? null,
      base_at: trigger.moment?.base_at ?? null,
      hours: trigger.moment?.hours ?? null,
      outcome: 'done',
      reasons: json(wordReasons(checked, deps.names)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const inItsName = await nameOf(tx, c, { rule, run_id: id, trigger })
  const done =
    inItsName === null
      ? { conversation: c, results: stopAll(rule, deps, 'depth'), limit: 'depth' as const }
      : await doAll(inItsName, c, rule, deps)
  const shown = done.results.map((result) => result.outcome)
  await tx.db
    .updateTable('automation_runs')
    .set({
      outcome: outcomeOf(done.results),
      limit_hit: done.limit,
      actions: json(done.results),
      acts: shown.filter((outcome) => outcome === 'done').length,
    })
    .where('id', '=', id)
    .execute()
  if (done.limit && !isExpectedLimit(done.limit))
    await tellStopped(tx, c, { rule, run_id: id, limit: done.limit })
  return done
}

/** The fact that a rule ran, and the transaction in which things happen because of it; null where too much led to this already. */
async function nameOf(
  tx: Tx,
  c: ConversationRow,
  { rule, run_id, trigger }: { rule: Rule; run_id: number; trigger: Trigger },
): Promise<Tx | null> {
  const depth = trigger.event?.depth ?? 0
  if (depth >= deepest) return null
  const actor = {
    ...tx.actor,
    kind: 'rule' as const,
    why: { by: 'rule' as const, rule_id: rule.id ?? 0, rule: rule.name, run_id },
  }
  const named = await tx.as(actor).because({
    type: ruleRan,
    conversation: { before: c, after: c },
    data: { rule: { id: rule.id, name: rule.name }, run_id, occasion: trigger.occasion },
  })
  // One step for both: rules may lead to each other as often as events count steps.
  const { cause } = named.actor
  return cause ? named.as({ ...named.actor, cause: { id: cause.id, depth } }) : named
}

async function doAll(tx: Tx, c: ConversationRow, rule: Rule, deps: RunDeps): Promise<Done> {
  const done: Done = { conversation: c, results: [], limit: null }
  let left = budgets.acts_of_conversation - (await actsOf(tx, c.id))
  let stopped: Limit | null = null
  for (const [place, action] of rule.body.actions.entries()) {
    const shown = presentAction(action, deps.names)
    if (stopped === null && left <= 0) stopped = done.limit = 'conversation_budget'
    if (stopped !== null) {
      const refused = done.results.every(({ outcome }) => outcome !== 'refused')
      done.results.push({ ...shown, outcome: refused ? 'refused' : 'skipped', message: limitWords[stopped] })
      continue
    }
    const before = done.conversation
    const outcome = await attempt(tx, () => act(tx, before, action, deps))
    if (outcome instanceof LimitHit) {
      done.limit = outcome.limit
      const isExpected = isExpectedLimit(outcome.limit)
      if (!isExpected) stopped = outcome.limit
      done.results.push({ ...shown, outcome: isExpected ? 'skipped' : 'refused', message: outcome.message })
    } else if (outcome instanceof AppError)
      done.results.push({ ...shown, outcome: 'refused', message: outcome.message })
    else {
      const isSame = outcome === before && !action.type.startsWith('send_')
      done.conversation = outcome
      done.results.push({ ...shown, outcome: isSame ? 'unchanged' : 'done', message: null })
      if (!isSame) left--
    }
    await deps.watch?.(tx, place, done.conversation)
  }
  return done
}

const stopAll = (rule: Rule, { names }: RunDeps, limit: Limit): RuleActionResult[] =>
  rule.body.actions.map((action) => ({
    ...presentAction(action, names),
    outcome: 'refused' as const,
    message: limitWords[limit],
  }))

function outcomeOf(results: readonly RuleActionResult[]): 'done' | 'partly' | 'refused' {
  const refused = results.some(({ outcome }) => outcome === 'refused')
  if (!refused) return 'done'
  return results.some(({ outcome }) => outcome === 'done' || outcome === 'unchanged') ? 'partly' : 'refused'
}
