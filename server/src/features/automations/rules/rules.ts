import { ruleTypes } from '@parley/contract/automations/automation-fields'
import type { Rule } from '@parley/contract/automations/automation-rules'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { Entity, presentTimes } from '../../../entities/entity.ts'
import { notFound } from '../../../http/errors.ts'
import { presentAction } from '../log/present-reasons.ts'
import { type ReferenceData, readReferenceData } from './reference-data.ts'
import { type ActiveRule, bodyOf, eventsOf, type RuleRow, typeOf } from './rule.ts'
import { listRuleProblems } from './rule-problems.ts'

type RuleWithCounts = RuleRow & {
  mode: string | null
  evaluated_count: number | null
  matched_count: number | null
  last_matched_at: Date | null
}

export const ruleEntity = new Entity({
  table: 'automation_rules',
  type: 'automation',
  name: 'Rule',
  fields: async (row, db) => {
    const { name, description, type, events, enabled } = row
    const { group_operator, groups, actions } = bodyOf(row)
    const referenceData = await readReferenceData(db)
    return {
      ...{ name, description, type, events, enabled },
      conditions: { group_operator, groups },
      actions: actions
        .map((action) => presentAction(action, referenceData))
        .map(({ type, value, display_value }) => ({
          type,
          value: display_value.length > 0 ? display_value : value,
        })),
    }
  },
  json_columns: ['body'],
})

const selectRules = (db: Db) =>
  db
    .selectFrom('automation_rules as r')
    .leftJoin('automation_modes as m', 'm.type', 'r.type')
    .leftJoin('automation_rule_counts as n', 'n.rule_id', 'r.id')
    .selectAll('r')
    .select(['m.mode', 'n.evaluated_count', 'n.matched_count', 'n.last_matched_at'])
    .orderBy('r.weight')
    .orderBy('r.id')

/** In execution order; none for an unknown type. */
export async function listRules(db: Db, type?: string): Promise<Rule[]> {
  const knownType = ruleTypes.find((one) => one === type)
  if (type && !knownType) return []
  const rows = await selectRules(db)
    .$if(knownType !== undefined, (only) => only.where('r.type', '=', knownType ?? ''))
    .execute()
  const referenceData = await readReferenceData(db)
  return rows.map((row) => presentRule(row, referenceData))
}

export async function getRule(db: Db, id: number): Promise<Rule> {
  const row = await selectRules(db).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Rule')
  return presentRule(row, await readReferenceData(db))
}

/** Enabled rules in execution order. One statement per batch, regardless of the number of rules. */
export async function listActiveRules(db: Db): Promise<ActiveRule[]> {
  const { rows } = await sql<RuleRow & { mode: string | null }>`
    select r.*, m.mode from automation_rules r left join automation_modes m on m.type = r.type
    where r.enabled order by r.weight, r.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: typeOf(row),
    events: eventsOf(row),
    body: bodyOf(row),
    first_match: row.mode === 'first_match',
    active_since: row.active_since,
  }))
}

function presentRule(row: RuleWithCounts, referenceData: ReferenceData): Rule {
  const body = bodyOf(row)
  return {
    id: row.id,
    ...presentTimes(row),
    name: row.name,
    description: row.description,
    type: typeOf(row),
    events: eventsOf(row),
    enabled: row.enabled,
    weight: row.weight,
    execution_mode: row.mode === 'first_match' ? 'first_match' : 'all',
    rules: [{ ...body, actions: body.actions.map((action) => presentAction(action, referenceData)) }],
    problems: listRuleProblems(body, referenceData),
    evaluated_count: Number(row.evaluated_count ?? 0),
    matched_count: Number(row.matched_count ?? 0),
    last_matched_at: row.last_matched_at?.toISOString() ?? null,
  }
}
