import type { RuleType } from '@parley/contract/automations/automation-fields'
import type { Rule, RuleWrite } from '@parley/contract/automations/automation-rules'
import type { RuleChanges } from '@parley/contract/automations/automations'
import type { z } from 'zod'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { invalid, notFound } from '../../../http/errors.ts'
import { changedFields } from '../../../spine/changed-fields.ts'
import { objectRecorder } from '../../../spine/object-recorder.ts'
import { startBackfill } from '../triggers/backfill-time-rule.ts'
import { getRule } from './read-rules.ts'
import { readReferenceData } from './reference-data.ts'
import type { RuleRow } from './rule.ts'
import { type RuleInput, validateRule } from './validate-rule.ts'

const record = objectRecorder('automation')

type Changes = z.output<typeof RuleChanges>

async function columnsOf(tx: Tx, rule: RuleInput) {
  const { body, events } = await validateRule(await readReferenceData(tx.db), rule)
  return { events, body: json(body) }
}

/** New rules are enabled and run first (docs/spec/wire.md#automation-rules). */
export async function createRule(tx: Tx, values: RuleWrite): Promise<Rule> {
  const { id } = await tx.db
    .insertInto('automation_rules')
    .values({
      ...{ name: values.name, description: values.description, type: values.type },
      ...(await columnsOf(tx, values)),
      created_at: tx.now,
      updated_at: tx.now,
      active_since: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rule = await getRule(tx.db, id)
  await startBackfill(tx, rule)
  await record(tx, 'automation.created', id, changedFields(null, loggedFields(rule)))
  return rule
}

/** Keeps weight and execution mode. Unchanged rules keep their timers; changed conditions restart them. */
export async function updateRule(tx: Tx, id: number, changes: Changes): Promise<Rule> {
  await lockRule(tx, id)
  const before = await getRule(tx.db, id)
  const { name, description, type, events, enabled, rules } = { ...before, ...changes }
  await tx.db
    .updateTable('automation_rules')
    .set({
      ...{ name, description, type, enabled },
      // Conditions and actions that are not part of this change may refer to deleted records.
      ...((changes.rules || changes.events || type !== before.type) &&
        (await columnsOf(tx, { type, events, rules }))),
      updated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
  return finishUpdate(tx, before, await getRule(tx.db, id))
}

export async function toggleRule(tx: Tx, id: number): Promise<Rule> {
  await lockRule(tx, id)
  const before = await getRule(tx.db, id)
  await tx.db
    .updateTable('automation_rules')
    .set({ enabled: !before.enabled, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  return finishUpdate(tx, before, await getRule(tx.db, id))
}

async function finishUpdate(tx: Tx, before: Rule, after: Rule): Promise<Rule> {
  const changedValues = changedFields(loggedFields(before), loggedFields(after))
  if (Object.keys(changedValues).length === 0) return after
  const isRestarted =
    after.enabled &&
    (!before.enabled ||
      before.type !== after.type ||
      JSON.stringify(before.rules[0]?.groups) !== JSON.stringify(after.rules[0]?.groups))
  if (isRestarted) {
    await tx.db
      .updateTable('automation_rules')
      .set({ active_since: tx.now })
      .where('id', '=', after.id)
      .execute()
    await startBackfill(tx, after)
  }
  await record(tx, 'automation.changed', after.id, changedValues)
  return after
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  await lockRule(tx, id)
  const before = await getRule(tx.db, id)
  await tx.db.deleteFrom('automation_rules').where('id', '=', id).execute()
  await record(tx, 'automation.deleted', id, changedFields(loggedFields(before), null))
}

/** Reorders the given rules; the others keep their position. */
export async function setWeights(tx: Tx, weights: Readonly<Record<string, number>>): Promise<void> {
  const ids = Object.keys(weights).map(Number)
  if (ids.length === 0) return
  const rows = await tx.db
    .selectFrom('automation_rules')
    .select(['id', 'weight'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) throw invalid(String(missing), `There is no rule ${missing}`)
  for (const { id, weight: before } of rows) {
    const weight = weights[id] ?? before
    if (weight === before) continue
    await tx.db.updateTable('automation_rules').set({ weight }).where('id', '=', id).execute()
    await record(tx, 'automation.changed', id, { weight: [before, weight] })
  }
}

/** Applies to all rules of a type, including future ones. */
export async function setExecutionMode(tx: Tx, type: RuleType, mode: Rule['execution_mode']): Promise<void> {
  const row = await tx.db
    .selectFrom('automation_modes')
    .select('mode')
    .where('type', '=', type)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.mode === mode) return
  await tx.db.updateTable('automation_modes').set({ mode }).where('type', '=', type).execute()
  await tx.record({
    type: 'automation.mode_changed',
    object: { type: 'automation', id: null },
    changes: { execution_mode: [row.mode, mode] },
    data: { type },
  })
}

export async function lockRule(tx: Tx, id: number): Promise<Pick<RuleRow, 'id'>> {
  const row = await tx.db
    .selectFrom('automation_rules')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Rule')
  return row
}

/** What an administrator can set, for the activity log. */
function loggedFields({ name, description, type, events, enabled, rules: [body] }: Rule) {
  return {
    ...{ name, description, type, events, enabled },
    conditions: body && { group_operator: body.group_operator, groups: body.groups },
    actions: body?.actions.map(({ type, value, display_value }) => ({
      type,
      value: display_value.length > 0 ? display_value : value,
    })),
  }
}
