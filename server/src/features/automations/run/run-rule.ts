import type { RuleActionResult } from '@parley/contract/automations/automation-runs'
import { json } from '../../../db/json.ts'
import { withSavepoint } from '../../../db/savepoint.ts'
import type { Tx } from '../../../db/transaction.ts'
import { AppError } from '../../../http/errors.ts'
import type { Event } from '../../../spine/read-events.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { Evaluation } from '../evaluate/evaluate-rule.ts'
import { presentAction, presentReasons } from '../log/present-reasons.ts'
import type { ReferenceData } from '../rules/reference-data.ts'
import type { ActiveRule, StoredAction } from '../rules/rule.ts'
import { executeAction } from './execute-action.ts'
import {
  countRecentActions,
  isExpectedLimit,
  type Limit,
  LimitExceeded,
  limitMessages,
  maxDepth,
  rateLimits,
} from './rate-limits.ts'
import { reportLimitHit } from './report-limit-hit.ts'
import { ruleRanEvent } from './rule-chains.ts'

/** What triggered a run: an event or a timer. */
export type TriggerContext = {
  name: string
  at: Date
  event: Pick<Event, 'id' | 'depth'> | null
  timer: { base_at: Date; hours: number } | null
}

export type RunDeps = {
  referenceData: ReferenceData
  root_url: string
  /** What the rule runs on arrived too long ago for an automatic reply. */
  is_late?: boolean
  /** Called after each action, for the dry run. */
  onAction?: (tx: Tx, index: number, c: ConversationRow) => Promise<void>
}

type Rule = Pick<ActiveRule, 'name' | 'body'> & { id: number | null }
type RunResult = { conversation: ConversationRow; results: RuleActionResult[]; limit: Limit | null }

/**
 * Runs the actions of a matched rule on a locked conversation. Each action has its own savepoint, refusals are recorded, and a limit ends
 * the run. The resulting events name this run as their cause, and their activity lines name the rule.
 */
export async function runRule(
  tx: Tx,
  c: ConversationRow,
  { rule, evaluation, trigger }: { rule: Rule; evaluation: Evaluation; trigger: TriggerContext },
  deps: RunDeps,
): Promise<RunResult> {
  const { id } = await tx.db
    .insertInto('automation_runs')
    .values({
      rule_id: rule.id,
      rule_name: rule.name,
      conversation_id: c.id,
      at: tx.now,
      occasion: trigger.name,
      event_id: trigger.event?.id ?? null,
      base_at: trigger.timer?.base_at ?? null,
      hours: trigger.timer?.hours ?? null,
      outcome: 'done',
      reasons: json(presentReasons(evaluation, deps.referenceData)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const runTx = await startRun(tx, c, { rule, run_id: id, trigger })
  const result =
    runTx === null
      ? { conversation: c, results: refuseAllActions(rule, deps, 'depth'), limit: 'depth' as const }
      : await executeActions(runTx, c, rule, deps)
  const outcomes = result.results.map((result) => result.outcome)
  await tx.db
    .updateTable('automation_runs')
    .set({
      outcome: combineOutcomes(result.results),
      limit_hit: result.limit,
      actions: json(result.results),
      acts: outcomes.filter((outcome) => outcome === 'done').length,
    })
    .where('id', '=', id)
    .execute()
  if (result.limit && !isExpectedLimit(result.limit))
    await reportLimitHit(tx, c, { rule, run_id: id, limit: result.limit })
  return result
}

/**
 * Records that the rule ran, and returns the transaction whose events have this run as their cause; null when the causal chain is too long.
 */
async function startRun(
  tx: Tx,
  c: ConversationRow,
  { rule, run_id, trigger }: { rule: Rule; run_id: number; trigger: TriggerContext },
): Promise<Tx | null> {
  const depth = trigger.event?.depth ?? 0
  if (depth >= maxDepth) return null
  const actor = {
    ...tx.actor,
    kind: 'rule' as const,
    why: { by: 'rule' as const, rule_id: rule.id ?? 0, rule: rule.name, run_id },
  }
  const runTx = await tx.withActor(actor).recordAsCause({
    type: ruleRanEvent,
    conversation: { before: c, after: c },
    data: { rule: { id: rule.id, name: rule.name }, run_id, occasion: trigger.name },
  })
  // The run counts as one step together with its actions, so rules can trigger each other as often as events count steps.
  const { cause } = runTx.actor
  return cause ? runTx.withActor({ ...runTx.actor, cause: { id: cause.id, depth } }) : runTx
}

async function executeActions(tx: Tx, c: ConversationRow, rule: Rule, deps: RunDeps): Promise<RunResult> {
  const result: RunResult = { conversation: c, results: [], limit: null }
  const { actions } = rule.body
  let remaining = rateLimits.actions_per_conversation - (await countRecentActions(tx, c.id))
  for (const [index, action] of actions.entries()) {
    if (remaining <= 0) return stopRun(result, actions.slice(index), 'conversation_budget', deps)
    const { conversation, outcome, message, limit } = await tryAction(tx, result.conversation, action, deps)
    result.results.push({ ...presentAction(action, deps.referenceData), outcome, message })
    result.conversation = conversation
    result.limit = limit ?? result.limit
    if (outcome === 'done') remaining--
    await deps.onAction?.(tx, index, conversation)
    if (limit && !isExpectedLimit(limit)) return stopRun(result, actions.slice(index + 1), limit, deps)
  }
  return result
}

type ActionAttempt = Pick<RuleActionResult, 'outcome' | 'message'> & {
  conversation: ConversationRow
  limit: Limit | null
}

async function tryAction(
  tx: Tx,
  before: ConversationRow,
  action: StoredAction,
  deps: RunDeps,
): Promise<ActionAttempt> {
  const result = await withSavepoint(tx, () => executeAction(tx, before, action, deps))
  if (result instanceof LimitExceeded) {
    const { limit, message } = result
    return { conversation: before, outcome: isExpectedLimit(limit) ? 'skipped' : 'refused', message, limit }
  }
  if (result instanceof AppError)
    return { conversation: before, outcome: 'refused', message: result.message, limit: null }
  const isSame = result === before && !action.type.startsWith('send_')
  return { conversation: result, outcome: isSame ? 'unchanged' : 'done', message: null, limit: null }
}

/** Records the remaining actions as not run. The first of them is refused, unless one was refused before. */
function stopRun(
  { conversation, results }: RunResult,
  remaining: readonly StoredAction[],
  limit: Limit,
  { referenceData }: RunDeps,
): RunResult {
  const wasRefused = results.some(({ outcome }) => outcome === 'refused')
  const stopped = remaining.map((action, index) => ({
    ...presentAction(action, referenceData),
    outcome: index === 0 && !wasRefused ? ('refused' as const) : ('skipped' as const),
    message: limitMessages[limit],
  }))
  return { conversation, results: [...results, ...stopped], limit }
}

const refuseAllActions = (rule: Rule, { referenceData }: RunDeps, limit: Limit): RuleActionResult[] =>
  rule.body.actions.map((action) => ({
    ...presentAction(action, referenceData),
    outcome: 'refused' as const,
    message: limitMessages[limit],
  }))

function combineOutcomes(results: readonly RuleActionResult[]): 'done' | 'partly' | 'refused' {
  const refused = results.some(({ outcome }) => outcome === 'refused')
  if (!refused) return 'done'
  return results.some(({ outcome }) => outcome === 'done' || outcome === 'unchanged') ? 'partly' : 'refused'
}
