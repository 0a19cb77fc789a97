import type { RuleEvent, RuleType } from '@parley/contract/automations/automation-fields'
import type { Rule, RuleAction, RuleCondition } from '@parley/contract/automations/automation-rules'
import type { Selectable } from 'kysely'
import type { DB } from '../../../db/schema.ts'

type LogicalOperator = 'AND' | 'OR'
/** Tags by id, so that renaming a tag doesn't affect rules. */
export type StoredAction = Pick<RuleAction, 'type' | 'value'>
type ConditionGroup = { logical_op: LogicalOperator; rules: RuleCondition[] }
export type RuleBody = { groups: ConditionGroup[]; group_operator: LogicalOperator; actions: StoredAction[] }

export type RuleRow = Selectable<DB['automation_rules']>

/** A rule as needed for execution. */
export type ActiveRule = {
  id: number
  name: string
  type: RuleType
  events: readonly RuleEvent[]
  body: RuleBody
  first_match: boolean
  active_since: Date
}

/** Written by write-rule.ts with the contract's types; a check constraint limits the type. */
export const bodyOf = (row: Pick<RuleRow, 'body'>): RuleBody => row.body as unknown as RuleBody
export const typeOf = (row: Pick<RuleRow, 'type'>): RuleType => row.type as RuleType
export const eventsOf = (row: Pick<RuleRow, 'events'>): Rule['events'] => row.events as Rule['events']
