import { z } from 'zod'
import { id, instant, nonEmptyLine } from '../shared/fields.ts'
import {
  executionModes,
  ruleActionTypes,
  ruleEvents,
  ruleFieldTypes,
  ruleOperators,
  ruleTypes,
} from './automation-fields.ts'

export const logicalOperator = z.enum(['AND', 'OR'])

/**
 * `value` is a string: ids and numbers in digits. `contains` and `not contains` take a comma-separated list, with ids for tags
 * (docs/spec/wire.md#automation-rules).
 */
export const RuleCondition = z.object({
  field: z.string(),
  field_type: z.enum(ruleFieldTypes),
  operator: z.enum(ruleOperators),
  value: z.string(),
  case_sensitive_match: z.boolean(),
})
export type RuleCondition = z.infer<typeof RuleCondition>

/**
 * Ids are strings, tags are given by name, and messages are HTML. `display_value` is the name of what an id refers to, and empty if it was
 * deleted.
 */
export const RuleAction = z.object({
  type: z.enum(ruleActionTypes),
  value: z.array(z.string()),
  display_value: z.array(z.string()),
})
export type RuleAction = z.infer<typeof RuleAction>

export const RuleGroup = z.object({ logical_op: logicalOperator, rules: z.array(RuleCondition) })
/** Always two groups; one without conditions is ignored. Without any conditions, AND matches and OR does not (docs/spec/wire.md#automation-rules). */
export const RuleBody = z.object({
  groups: z.array(RuleGroup).length(2),
  group_operator: logicalOperator,
  actions: z.array(RuleAction),
})
export type RuleBody = z.infer<typeof RuleBody>

/** Something that keeps a rule from working fully, such as a deleted team. `path` points into the rule: `rules.0.actions.1.value`. */
export const RuleProblem = z.object({ path: z.string(), message: z.string() })
export type RuleProblem = z.infer<typeof RuleProblem>

export const Rule = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  description: z.string(),
  type: z.enum(ruleTypes),
  events: z.array(z.enum(ruleEvents)),
  enabled: z.boolean(),
  /** Lower weights run first. */
  weight: z.int(),
  /** Shared by all rules of a type. */
  execution_mode: z.enum(executionModes),
  /** Always exactly one. */
  rules: z.array(RuleBody),
  problems: z.array(RuleProblem),
  /** Since the rule was created. */
  evaluated_count: z.int(),
  matched_count: z.int(),
  last_matched_at: instant.nullable(),
})
export type Rule = z.infer<typeof Rule>

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => value ?? '')

export const enumOf = <const T extends readonly string[]>(label: string, values: T) =>
  z.enum(values, { error: `${label} is one of ${values.join(', ')}` })

const ConditionWrite = z.object({
  field: z.string().min(1, 'Choose a field').max(140),
  field_type: z
    .union([enumOf('The field type', ruleFieldTypes), z.literal('')])
    .nullish()
    .transform((value) => value || ('conversation' as const)),
  operator: enumOf('The operator', ruleOperators),
  /** Numbers are converted to strings. */
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((value) => String(value ?? ''))
    .pipe(z.string().max(10_000)),
  case_sensitive_match: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
})

const GroupWrite = z.object({
  logical_op: enumOf('This', ['AND', 'OR']).default('OR'),
  rules: z
    .array(ConditionWrite)
    .max(50, 'A group can have at most 50 conditions')
    .nullish()
    .transform((value) => value ?? []),
})

const ActionWrite = z.object({
  type: enumOf('The action', ruleActionTypes),
  value: z
    .array(z.string().max(20_000))
    .max(100, 'An action can have at most 100 values')
    .nullish()
    .transform((value) => value ?? []),
})

const BodyWrite = z.object({
  groups: z
    .array(GroupWrite)
    .max(2, 'A rule can have at most two groups of conditions')
    .nullish()
    .transform((value) => [...(value ?? []), ...emptyGroups].slice(0, 2)),
  group_operator: enumOf('This', ['AND', 'OR']).default('OR'),
  actions: z
    .array(ActionWrite)
    .min(1, 'Add at least one action')
    .max(20, 'A rule can have at most 20 actions'),
})
const emptyGroups: z.output<typeof GroupWrite>[] = [
  { logical_op: 'OR', rules: [] },
  { logical_op: 'OR', rules: [] },
]

/** Accepts a rule as it was returned; response-only fields are ignored. */
export const RuleWrite = z.object({
  name: nonEmptyLine(140),
  description: optionalText(300),
  type: enumOf('The type', ruleTypes),
  /** Only stored for conversation_update, which requires at least one. */
  events: z
    .array(enumOf('An event', ruleEvents))
    .nullish()
    .transform((value) => [...new Set(value ?? [])]),
  /** Defaults to false, except for a new rule, which is always enabled (docs/spec/wire.md#automation-rules). */
  enabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  rules: z
    .array(BodyWrite, 'A rule needs conditions and actions')
    .length(1, 'A rule can have only one set of conditions and actions'),
})
export type RuleWrite = z.output<typeof RuleWrite>
