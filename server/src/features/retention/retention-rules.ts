import {
  type RetentionRule,
  type RetentionScope,
  retentionScopeRefusal,
} from '@parley/contract/retention/retention'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { conflict, invalid } from '../../http/errors.ts'

export type RetentionRuleRow = Selectable<DB['retention_rules']>

const scopeOf = (row: RetentionRuleRow): RetentionScope => ({
  inbox_ids: row.inbox_ids,
  status_ids: row.status_ids,
  include_spam: row.include_spam,
  include_trash: row.include_trash,
  after_days: row.after_days,
  action: row.action as RetentionScope['action'], // checked by the table
  exempt_tag_ids: row.exempt_tag_ids,
})

export const retentionRuleEntity = new Entity({
  table: 'retention_rules',
  type: 'retention_rule',
  name: 'Retention rule',
  fields: (row) => ({ name: row.name, enabled: row.enabled, ...scopeOf(row) }),
})

export const presentRule = (row: RetentionRuleRow): RetentionRule => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
  enabled: row.enabled,
  ...scopeOf(row),
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
})

export const listRules = (db: Db): Promise<RetentionRuleRow[]> =>
  db
    .selectFrom('retention_rules')
    .selectAll()
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()

type Values = RetentionScope & { name: string; enabled: boolean }

export async function createRule(tx: Tx, values: Values): Promise<RetentionRuleRow> {
  await assertScope(tx, values)
  return retentionRuleEntity.create(tx, values)
}

/** A confirmation is for what the rule said; the name and whether it is enabled don't matter. */
export async function updateRule(tx: Tx, id: number, changes: Partial<Values>): Promise<RetentionRuleRow> {
  const before = await retentionRuleEntity.lock(tx, id)
  const scope = { ...scopeOf(before), ...changes }
  await assertScope(tx, scope)
  const { name: _, enabled: __, ...scopeChanges } = changes
  const isSame = Object.entries(scopeChanges).every(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(before[field as keyof RetentionRuleRow]),
  )
  return retentionRuleEntity.update(tx, before, {
    ...changes,
    ...(!isSame && { confirmed_at: null, confirmed_by_id: null }),
  })
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  await retentionRuleEntity.delete(tx, await retentionRuleEntity.lockExclusively(tx, id))
}

/** From now on the rule acts. */
export async function confirmRule(tx: Tx, id: number): Promise<RetentionRuleRow> {
  const rule = await retentionRuleEntity.lock(tx, id)
  if (!rule.enabled) throw conflict('This rule is disabled. Enable it first')
  if (rule.confirmed_at) return rule
  const row = await tx.db
    .updateTable('retention_rules')
    .set({ confirmed_at: tx.now, confirmed_by_id: tx.actor.id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({ type: 'retention_rule.confirmed', object: { type: 'retention_rule', id } })
  return row
}

async function assertScope(tx: Tx, scope: RetentionScope): Promise<void> {
  const refusal = retentionScopeRefusal(scope)
  if (refusal) throw invalid('status_ids', refusal)
  const statuses = await tx.db
    .selectFrom('statuses')
    .select('id')
    .where('id', 'in', [0, ...scope.status_ids])
    .where('category', '=', 'closed')
    .execute()
  if (statuses.length < new Set(scope.status_ids).size)
    throw invalid('status_ids', 'A rule is only about statuses that exist and are closed, such as Resolved')
}
