import type { RuleType } from '@parley/contract/automations/automation-fields'
import type { Rule, RuleWrite } from '@parley/contract/automations/automation-rules'
import type { RuleChanges } from '@parley/contract/automations/automations'
import type { z } from 'zod'
import { canonicalJson } from '../../../canonical-json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { invalid } from '../../../http/errors.ts'
import { startBackfill } from '../triggers/backfill-time-rule.ts'
import { readReferenceData } from './reference-data.ts'
import { bodyOf, type RuleBody, type RuleRow } from './rule.ts'
import { getRule, ruleEntity } from './rules.ts'
import { validateRule } from './validate-rule.ts'

/** New rules are enabled and run first (docs/spec/wire.md#automation-rules). */
export async function createRule(tx: Tx, values: RuleWrite): Promise<Rule> {
  const { name, description, type } = values
  const { id } = await ruleEntity.create(tx, {
    ...{ name, description, type },
    ...(await validateRule(await readReferenceData(tx.db), values)),
    active_since: tx.now,
  })
  const rule = await getRule(tx.db, id)
  await startBackfill(tx, rule)
  return rule
}

/** Keeps weight and execution mode. Unchanged rules keep their timers; changed conditions restart them. */
export async function updateRule(tx: Tx, id: number, changes: z.output<typeof RuleChanges>): Promise<Rule> {
  const before = await ruleEntity.lock(tx, id)
  const merged = { ...(await getRule(tx.db, id)), ...changes }
  const { name, description, type, enabled } = merged
  return writeRule(tx, before, {
    ...{ name, description, type, enabled },
    // Conditions and actions that are not part of this change may refer to deleted records.
    ...((changes.rules || changes.events || type !== before.type) &&
      (await validateRule(await readReferenceData(tx.db), merged))),
  })
}

export async function toggleRule(tx: Tx, id: number): Promise<Rule> {
  const before = await ruleEntity.lock(tx, id)
  return writeRule(tx, before, { enabled: !before.enabled })
}

async function writeRule(
  tx: Tx,
  before: RuleRow,
  columns: Partial<Pick<RuleRow, 'name' | 'description' | 'type' | 'enabled' | 'events'>> & {
    body?: RuleBody
  },
): Promise<Rule> {
  const after = { ...before, ...columns }
  const isRestarted =
    after.enabled &&
    (!before.enabled ||
      before.type !== after.type ||
      canonicalJson(bodyOf(before).groups) !== canonicalJson(columns.body?.groups ?? bodyOf(before).groups))
  await ruleEntity.update(tx, before, { ...columns, ...(isRestarted && { active_since: tx.now }) })
  const rule = await getRule(tx.db, before.id)
  if (isRestarted) await startBackfill(tx, rule)
  return rule
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  const before = await ruleEntity.lockExclusively(tx, id)
  await ruleEntity.delete(tx, before)
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
    .forNoKeyUpdate()
    .execute()
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) throw invalid(String(missing), `There is no rule ${missing}`)
  for (const { id, weight: before } of rows) {
    const weight = weights[id] ?? before
    if (weight === before) continue
    await tx.db.updateTable('automation_rules').set({ weight }).where('id', '=', id).execute()
    await ruleEntity.record(tx, 'changed', id, { changes: { weight: [before, weight] } })
  }
}

/** Applies to all rules of a type, including future ones. */
export async function setExecutionMode(tx: Tx, type: RuleType, mode: Rule['execution_mode']): Promise<void> {
  const row = await tx.db
    .selectFrom('automation_modes')
    .select('mode')
    .where('type', '=', type)
    .forNoKeyUpdate()
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
