import {
  type RuleActionType,
  type RuleEvent,
  type RuleFieldType,
  type RuleOperator,
  type RuleType,
  ruleEvents,
  takesNoValue,
} from '@parley/contract/automations/automation-fields'
import { type Rule, type RuleBody, RuleWrite } from '@parley/contract/automations/automation-rules'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { takesValue } from '../../explanation/condition-text.ts'

type LogicalOperator = 'AND' | 'OR'
export type ConditionFields = {
  field: string
  field_type: RuleFieldType
  operator: RuleOperator
  value: string
  case_sensitive_match: boolean
}
export type GroupFields = { logical_op: LogicalOperator; rules: ConditionFields[] }
export type ActionFields = { type: RuleActionType; value: string[] }
export type BodyFields = { groups: GroupFields[]; group_operator: LogicalOperator; actions: ActionFields[] }

/** Form values of a rule. `rules` has one element, as in the API. */
export type RuleFields = {
  name: string
  description: string
  type: RuleType
  events: RuleEvent[]
  enabled: boolean
  rules: BodyFields[]
}

/** Checks for missing values before sending; the server checks the rest. */
export const ruleSchema = (t: TFunction) =>
  RuleWrite.superRefine(({ type, events, rules }, context) => {
    const addIssue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (type === 'conversation_update' && events.length === 0)
      addIssue(['events'], t('automations.issue.events'))
    for (const [ruleIndex, { groups, actions }] of rules.entries()) {
      for (const path of emptyConditions(groups))
        addIssue(['rules', ruleIndex, ...path], t('automations.issue.value'))
      for (const [n, action] of actions.entries())
        if (isEmptyAction(action))
          addIssue(['rules', ruleIndex, 'actions', n, 'value'], t('automations.issue.action'))
    }
  }) as unknown as z.ZodType<unknown, RuleFields> // the fields are one of the shapes that it takes

type ConditionValue = Pick<ConditionFields, 'field' | 'operator' | 'value'>

/** Paths of the values that conditions lack. */
const emptyConditions = (groups: readonly { rules: readonly ConditionValue[] }[]) =>
  groups.flatMap(({ rules }, groupIndex) =>
    rules.flatMap((condition, n) =>
      isEmptyCondition(condition) ? [['groups', groupIndex, 'rules', n, 'value']] : [],
    ),
  )

const isEmptyCondition = ({ field, operator, value }: ConditionValue) =>
  field !== '' && takesValue(operator) && value.trim() === ''

const isEmptyAction = ({ type, value }: { type: RuleActionType; value: readonly string[] }) =>
  !takesNoValue(type) && value.every((one) => one.trim() === '')

export const emptyGroup = (): GroupFields => ({ logical_op: 'AND', rules: [] })

export const newRule = (type: RuleType): RuleFields => ({
  name: '',
  description: '',
  type,
  events: [],
  enabled: true,
  rules: [
    {
      groups: [
        { logical_op: 'AND', rules: type === 'time_trigger' ? [defaultTimeCondition] : [] },
        emptyGroup(),
      ],
      group_operator: 'AND',
      actions: [],
    },
  ],
})

/** A time rule needs a number of hours; most count from the last reply. */
const defaultTimeCondition: ConditionFields = {
  field: 'hours_since_last_reply',
  field_type: 'conversation',
  operator: 'greater than',
  value: '24',
  case_sensitive_match: false,
}

/** Form values of an existing rule. */
export const fieldsOf = ({ name, description, type, events, enabled, rules }: Rule): RuleFields => ({
  name,
  description,
  type,
  // Sorted as the checkboxes keep them.
  events: events.toSorted(),
  enabled,
  rules: rules.map(bodyOf),
})

const bodyOf = ({ groups, group_operator, actions }: RuleBody): BodyFields => ({
  groups: groups.map(({ logical_op, rules }) => ({
    logical_op,
    rules: rules.map(({ field, field_type, operator, value, case_sensitive_match }) => ({
      field,
      field_type,
      operator,
      value,
      case_sensitive_match,
    })),
  })),
  group_operator,
  actions: actions.map(({ type, value }) => ({ type, value })),
})

/** Sorts events in the contract's order. */
export const sortEvents = (events: readonly RuleEvent[]): RuleEvent[] =>
  ruleEvents.filter((event) => events.includes(event))
