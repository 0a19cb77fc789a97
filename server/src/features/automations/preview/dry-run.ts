import type { PlannedAction, RuleDryRun } from '@parley/contract/automations/automation-runs'
import type { dryRunRule } from '@parley/contract/automations/automations'
import type { TrailChange } from '@parley/contract/conversations/conversation-events'
import type { MessageMeta } from '@parley/contract/messages/messages'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import { visibleTo } from '../../../conversation-access.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import { notFound } from '../../../http/errors.ts'
import { getSystemActor } from '../../../identity/system-actor.ts'
import type { Event } from '../../../spine/read-events.ts'
import { presentTrailStep } from '../../conversations/trail/present-trail-step.ts'
import { loadTrailNames } from '../../conversations/trail/trail-names.ts'
import { evaluateRule } from '../evaluate/evaluate-rule.ts'
import { createEvaluationContext } from '../evaluate/evaluation-context.ts'
import { createSnapshot, readSnapshotRows } from '../evaluate/snapshot.ts'
import { presentReasons } from '../log/present-reasons.ts'
import { readReferenceData } from '../rules/reference-data.ts'
import { validateRule } from '../rules/validate-rule.ts'
import { isExpectedLimit, limitMessages } from '../run/rate-limits.ts'
import { runRule } from '../run/run-rule.ts'
import { thresholdsOf } from '../triggers/thresholds.ts'

type Input = z.output<typeof dryRunRule.body>

/** Carries the result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly result: RuleDryRun
  constructor(result: RuleDryRun) {
    super('A dry run is rolled back')
    this.result = result
  }
}

/**
 * Runs the rule with the real verbs in a transaction that is rolled back, so the result is exactly what would happen. Only on conversations
 * that the caller can see.
 */
export async function dryRun(
  act: Act,
  { actor, input, root_url }: { actor: Actor; input: Input; root_url: string },
): Promise<RuleDryRun> {
  try {
    return await act(actor, async (tx) => {
      throw new RolledBack(await executeDryRun(tx, input, root_url))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    throw error
  }
}

async function executeDryRun(tx: Tx, input: Input, root_url: string): Promise<RuleDryRun> {
  const { rule } = input
  const referenceData = await readReferenceData(tx.db)
  const { body, events } = await validateRule(referenceData, rule)
  const c = await lockConversationByReference(tx, input.conversation)
  const trigger =
    rule.type === 'new_conversation'
      ? 'new_conversation'
      : rule.type === 'time_trigger'
        ? (thresholdsOf(body)[0]?.field ?? '')
        : (input.event ?? events[0] ?? '')
  const isNewConversation = rule.type === 'new_conversation'
  const [row] = await readSnapshotRows(tx.db, [
    { conversation_id: c.id, message_id: null, use_first_message: isNewConversation, at: tx.now },
  ])
  if (!row) throw notFound('Conversation')
  const context = createEvaluationContext(tx.db, [body])
  const snapshot = createSnapshot(row, { event: null, at: tx.now, openAt: await context.openAt() })
  const evaluation = evaluateRule(body, snapshot, referenceData.attributes)

  const observer = observeActions(tx)
  const system = await getSystemActor(tx.db)
  await observer.start(c.id)
  const outcome = await runRule(
    tx.withActor(system),
    c,
    {
      rule: { id: await findRuleId(tx, input.rule_id), name: rule.name, body },
      evaluation,
      trigger: { name: trigger, at: tx.now, event: null, timer: null },
    },
    { referenceData, root_url, onAction: observer.watch },
  )
  const isSubscribed = rule.type !== 'conversation_update' || events.some((one) => one === trigger)
  const stoppedBy = !isSubscribed
    ? 'The rule isn’t triggered by this event'
    : outcome.limit && !isExpectedLimit(outcome.limit)
      ? limitMessages[outcome.limit]
      : null
  return {
    would_run: evaluation.matched && stoppedBy === null,
    stopped_by: evaluation.matched ? stoppedBy : null,
    occasion: trigger,
    at: tx.now.toISOString(),
    reasons: presentReasons(evaluation, referenceData),
    actions: outcome.results.map((result, index) => ({ ...result, ...observer.resultOf(index) })),
    conversation: {
      uuid: row.uuid,
      reference_number: row.reference_number,
      subject: row.subject,
      contact: row.contact_name,
    },
  }
}

/** Null for a rule that is not saved or was deleted. */
async function findRuleId(tx: Tx, id: number | null | undefined): Promise<number | null> {
  const rule = await tx.db
    .selectFrom('automation_rules')
    .select('id')
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
  return rule?.id ?? null
}

/** By UUID or reference number, with or without #. */
async function lockConversationByReference(tx: Tx, reference: string) {
  const isUuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(reference)
  const row = await tx.db
    .selectFrom('conversations as c')
    .selectAll('c')
    .where(isUuid ? 'c.uuid' : 'c.reference_number', '=', isUuid ? reference : reference.replace(/^#/, ''))
    .where('c.deleted_at', 'is', null)
    .where(visibleTo(tx.actor))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Conversation')
  return row
}

type ActionEffect = Pick<PlannedAction, 'changes' | 'mail'>

/** After each action, reads what it wrote. */
function observeActions(tx: Tx) {
  const results: ActionEffect[] = []
  let [lastEventId, lastMessageId] = [0, 0]
  const readLastIds = async (conversation_id: number) => {
    const { rows } = await sql<{ event: number; message: number }>`
      select (select coalesce(max(id), 0) from events where conversation_id = ${conversation_id}) as event,
        (select coalesce(max(id), 0) from messages where conversation_id = ${conversation_id}) as message`.execute(
      tx.db,
    )
    ;[lastEventId, lastMessageId] = [Number(rows[0]?.event ?? 0), Number(rows[0]?.message ?? 0)]
  }
  return {
    start: readLastIds,
    resultOf: (index: number): ActionEffect => results[index] ?? { changes: [], mail: null },
    async watch(_tx: Tx, index: number, { id }: { id: number }): Promise<void> {
      results[index] = {
        changes: await changesSince(tx, id, lastEventId),
        mail: await mailSince(tx, id, lastMessageId),
      }
      await readLastIds(id)
    },
  }
}

async function changesSince(tx: Tx, conversation_id: number, after_id: number): Promise<TrailChange[]> {
  const { rows } = await sql<Event>`
    select * from events where conversation_id = ${conversation_id} and id > ${after_id} order by id`.execute(
    tx.db,
  )
  const names = await loadTrailNames(tx.db, rows)
  return rows.flatMap((event) => presentTrailStep(event, names, new Map()).changes)
}

async function mailSince(tx: Tx, conversation_id: number, after_id: number): Promise<ActionEffect['mail']> {
  const message = await tx.db
    .selectFrom('messages')
    .select(['meta', 'content', 'private'])
    .where('conversation_id', '=', conversation_id)
    .where('id', '>', after_id)
    .where('type', '=', 'outgoing')
    .orderBy('id')
    .executeTakeFirst()
  if (!message) return null
  const { to = [], cc = [] } = message.meta as MessageMeta // written from the contract's type
  return { to, cc, html: message.content, private: message.private }
}
