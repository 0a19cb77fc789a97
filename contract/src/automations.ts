import { z } from 'zod'
import {
  executionModes,
  ruleActionTypes,
  ruleEvents,
  ruleFieldTypes,
  ruleOperators,
  ruleTypes,
} from './automation-fields.ts'
import { TrailChange } from './conversation-events.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParam, idParams, instant, label, pageQuery, uuidParams } from './fields.ts'

const joiner = z.enum(['AND', 'OR'])

/** `value` is a text: ids and numbers in digits; for contains and not contains a list with commas, of tags their ids (api-contract 6.5). */
export const RuleCondition = z.object({
  field: z.string(),
  field_type: z.enum(ruleFieldTypes),
  operator: z.enum(ruleOperators),
  value: z.string(),
  case_sensitive_match: z.boolean(),
})
export type RuleCondition = z.infer<typeof RuleCondition>

/** Ids are texts, tags go by name, and what is sent is HTML. `display_value` names what an id stands for, and is empty when that is gone. */
export const RuleAction = z.object({
  type: z.enum(ruleActionTypes),
  value: z.array(z.string()),
  display_value: z.array(z.string()),
})
export type RuleAction = z.infer<typeof RuleAction>

export const RuleGroup = z.object({ logical_op: joiner, rules: z.array(RuleCondition) })
/** Always two groups; one without conditions counts for nothing. Without any condition AND holds and OR does not (api-contract 8.10). */
export const RuleBody = z.object({
  groups: z.array(RuleGroup).length(2),
  group_operator: joiner,
  actions: z.array(RuleAction),
})
export type RuleBody = z.infer<typeof RuleBody>

/** What keeps a rule from doing all that it says, such as a team that was deleted. `path` leads into the rule: `rules.0.actions.1.value`. */
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
  /** Lower ones go first. */
  weight: z.int(),
  /** The same for all rules of a type. */
  execution_mode: z.enum(executionModes),
  /** One. */
  rules: z.array(RuleBody),
  problems: z.array(RuleProblem),
  /** Since it was made. */
  evaluated_count: z.int(),
  matched_count: z.int(),
  last_matched_at: instant.nullable(),
})
export type Rule = z.infer<typeof Rule>

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((given) => given ?? '')

const one = <const T extends readonly string[]>(what: string, of: T) =>
  z.enum(of, { error: `${what} is one of ${of.join(', ')}` })

const ConditionWrite = z.object({
  field: z.string().min(1, 'Choose what this looks at').max(140),
  field_type: z
    .union([one('The field type', ruleFieldTypes), z.literal('')])
    .nullish()
    .transform((given) => given || ('conversation' as const)),
  operator: one('The operator', ruleOperators),
  /** Numbers are taken as their digits. */
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((given) => String(given ?? ''))
    .pipe(z.string().max(10_000)),
  case_sensitive_match: z
    .boolean()
    .nullish()
    .transform((given) => given ?? false),
})

const GroupWrite = z.object({
  logical_op: one('This', ['AND', 'OR']).default('OR'),
  rules: z
    .array(ConditionWrite)
    .max(50, 'A group has 50 conditions at most')
    .nullish()
    .transform((given) => given ?? []),
})

const ActionWrite = z.object({
  type: one('The action', ruleActionTypes),
  value: z
    .array(z.string().max(20_000))
    .max(100, 'An action sets 100 things at most')
    .nullish()
    .transform((given) => given ?? []),
})

const BodyWrite = z.object({
  groups: z
    .array(GroupWrite)
    .max(2, 'A rule has two groups of conditions at most')
    .nullish()
    .transform((given) => [...(given ?? []), ...emptyGroups].slice(0, 2)),
  group_operator: one('This', ['AND', 'OR']).default('OR'),
  actions: z
    .array(ActionWrite)
    .min(1, 'Say what this rule does: add an action')
    .max(20, 'A rule has 20 actions at most'),
})
const emptyGroups: z.output<typeof GroupWrite>[] = [
  { logical_op: 'OR', rules: [] },
  { logical_op: 'OR', rules: [] },
]

/** As clients send it back, too: what only the answer has is ignored. */
export const RuleWrite = z.object({
  name: label(140),
  description: text(300),
  type: one('The type', ruleTypes),
  /** Kept for conversation_update only, which needs one at least. */
  events: z
    .array(one('An event', ruleEvents))
    .nullish()
    .transform((given) => [...new Set(given ?? [])]),
  /** Left out it is false, except for a new rule, which is always on (api-contract 4.15). */
  enabled: z
    .boolean()
    .nullish()
    .transform((given) => given ?? false),
  rules: z
    .array(BodyWrite, 'A rule needs conditions and actions')
    .length(1, 'A rule has one set of conditions and actions'),
})
export type RuleWrite = z.output<typeof RuleWrite>

/** A condition with what was found there. `actual_text` and `value_text` are for people: names in the place of ids. */
export const CheckedCondition = RuleCondition.extend({
  holds: z.boolean(),
  /** As it was compared; null when there was nothing. */
  actual: z.string().nullable(),
  actual_text: z.string().nullable(),
  value_text: z.string(),
})
export const CheckedGroup = z.object({
  logical_op: joiner,
  /** Null of a group without conditions. */
  holds: z.boolean().nullable(),
  rules: z.array(CheckedCondition),
})
/** Why a rule ran or did not: shown alike by the log, the dry run, the replay and the timeline. */
export const RuleReasons = z.object({
  matched: z.boolean(),
  group_operator: joiner,
  groups: z.array(CheckedGroup),
})
export type RuleReasons = z.infer<typeof RuleReasons>

/** What the rule looked at: one of the events, `new_conversation`, or the hours field of a time rule. */
const occasion = z.string()

/** `done` changed something, `unchanged` found it so already, `refused` says why in `message`; `skipped` came after what stopped the run. */
export const ruleActionOutcomes = ['done', 'unchanged', 'refused', 'skipped'] as const
export const RuleActionResult = RuleAction.extend({
  outcome: z.enum(ruleActionOutcomes),
  message: z.string().nullable(),
})
export type RuleActionResult = z.infer<typeof RuleActionResult>

/** The conversation of a run, as it is named now. */
export const RuleConversation = z.object({
  uuid: z.uuid(),
  reference_number: z.string(),
  subject: z.string().nullable(),
  contact: z.string(),
})
export type RuleConversation = z.infer<typeof RuleConversation>

/** What kept a run from doing what it says. */
export const ruleLimits = [
  'depth',
  'conversation_budget',
  'address_budget',
  'inbox_budget',
  'workspace_budget',
  'machine_mail',
] as const

/** `done` all, `partly` some, `refused` nothing of it, `not_matched` of a time rule whose moment came. */
export const ruleRunOutcomes = ['done', 'partly', 'refused', 'not_matched'] as const

/** One time that a rule matched, or that its moment came and it did not. */
export const RuleRun = z.object({
  id,
  rule_id: id.nullable(),
  /** As it was called then. */
  rule: z.string(),
  at: instant,
  occasion,
  outcome: z.enum(ruleRunOutcomes),
  /** The limit that stopped it. */
  limit: z.enum(ruleLimits).nullable(),
  reasons: RuleReasons,
  actions: z.array(RuleActionResult),
  conversation: RuleConversation,
  /** The event of the conversation that it followed from; null when that was the clock. */
  event_id: id.nullable(),
})
export type RuleRun = z.infer<typeof RuleRun>

/** What an action would do. A message shows to whom it would go and what it would say. */
export const PlannedAction = RuleActionResult.extend({
  changes: z.array(TrailChange),
  mail: z
    .object({ to: z.array(z.string()), cc: z.array(z.string()), html: z.string(), private: z.boolean() })
    .nullable(),
})
export type PlannedAction = z.infer<typeof PlannedAction>

export const RuleDryRun = z.object({
  /** Whether it would act if this happened now. */
  would_run: z.boolean(),
  /** Why not, when its conditions hold: a sentence. */
  stopped_by: z.string().nullable(),
  occasion,
  at: instant,
  reasons: RuleReasons,
  /** Also when the conditions do not hold: what it would do if they did. */
  actions: z.array(PlannedAction),
  conversation: RuleConversation,
})
export type RuleDryRun = z.infer<typeof RuleDryRun>

export const RuleReplay = z.object({
  from: instant,
  to: instant,
  /** Events, or moments of a time rule, that were looked at. */
  examined: z.int(),
  /** More happened than could be looked at; the newest were. */
  is_capped: z.boolean(),
  matched: z.int(),
  /** Matches on conversations that the reader may not see: counted and not shown. */
  hidden: z.int(),
  /** By the day of the workspace's time zone, also days without any. */
  days: z.array(z.object({ date: z.iso.date(), examined: z.int(), matched: z.int() })),
  /** Matches, the newest first. */
  results: z.array(z.object({ at: instant, occasion, reasons: RuleReasons, conversation: RuleConversation })),
  page: z.int(),
  page_size: z.int(),
  total_pages: z.int(),
})
export type RuleReplay = z.infer<typeof RuleReplay>

/** What needs an administrator: limits that were hit, and actions that were refused, in the last seven days, until dismissed. */
export const RuleTrouble = z.object({
  rule_id: id.nullable(),
  rule: z.string(),
  /** Null: refused by the product's own rules, not by a limit. */
  limit: z.enum(ruleLimits).nullable(),
  message: z.string(),
  count: z.int(),
  last_at: instant,
  /** The newest, five at most, of those that the reader may see. */
  conversations: z.array(RuleConversation),
  hidden: z.int(),
})
export type RuleTrouble = z.infer<typeof RuleTrouble>

const tag = 'automations'
const access = 'automations:manage'
export const listRules = endpoint({
  method: 'GET',
  path: '/api/v1/automations/rules',
  access,
  summary: 'List the rules in the order in which they run; none for an unknown type',
  tag,
  query: z.object({ type: z.string().optional() }),
  response: z.array(Rule),
})
export const getRule = endpoint({
  method: 'GET',
  path: '/api/v1/automations/rules/:id',
  access,
  summary: 'One rule',
  tag,
  params: idParams,
  response: Rule,
})
export const createRule = endpoint({
  method: 'POST',
  path: '/api/v1/automations/rules',
  access,
  summary: 'Create a rule, switched on and with weight 0',
  tag,
  body: RuleWrite,
  response: Rule,
})
export const updateRule = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/rules/:id',
  access,
  summary: 'Change a rule; weight and execution mode stay',
  tag,
  params: idParams,
  body: RuleWrite,
  response: Rule,
})
export const toggleRule = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/rules/:id/toggle',
  access,
  summary: 'Switch a rule on or off',
  tag,
  params: idParams,
  response: Rule,
})
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/api/v1/automations/rules/:id',
  access,
  summary: 'Delete a rule; what it did stays',
  tag,
  params: idParams,
  response: done,
})
export const setRuleWeights = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/rules/weights',
  access,
  summary: 'Set the order of rules: an object of weights by rule id',
  tag,
  body: z
    .record(z.string().regex(/^[1-9]\d{0,15}$/, 'A rule is named by its id'), z.int().min(0).max(1_000_000))
    .refine((weights) => Object.keys(weights).length <= 1000, 'A thousand weights at once at most'),
  response: done,
})
export const setRuleExecutionMode = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/rules/execution-mode',
  access,
  summary: 'Let all matching rules of a type run, or only the first',
  tag,
  /** Without a type: rules for new conversations. Time rules have moments of their own, and no first one. */
  body: z.object({
    mode: one('The mode', executionModes),
    type: one('The type', ['new_conversation', 'conversation_update']).default('new_conversation'),
  }),
  response: done,
})
export const listRuleRuns = endpoint({
  method: 'GET',
  path: '/api/v1/automations/rules/:id/runs',
  access,
  summary:
    'When a rule ran and what came of it, the newest first, for 90 days; moments at which it did not match for 30',
  tag,
  params: idParams,
  query: z.object({
    /** `next_cursor` of the page before. */
    cursor: idParam.optional(),
    outcome: z.enum(ruleRunOutcomes).optional(),
    page_size: z.coerce.number<string>().int().min(1).max(100).default(25),
  }),
  /** `hidden`: runs between the first and the last of this page on conversations that the reader may not see. */
  response: z.object({
    results: z.array(RuleRun),
    hidden: z.int(),
    next_cursor: z.string().nullable(),
  }),
})
export const getRuleRun = endpoint({
  method: 'GET',
  path: '/api/v1/automations/runs/:id',
  access,
  summary: 'One run of a rule: its conditions with what was found, and what each action did',
  tag,
  params: idParams,
  response: RuleRun,
})
export const getConversationRun = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/automation-runs/:id',
  access: 'conversations:read',
  summary: 'Why a rule did something to a conversation, for whoever can see the conversation',
  tag,
  params: uuidParams.extend({ id: idParam }),
  response: RuleRun,
})
export const dryRunRule = endpoint({
  method: 'POST',
  path: '/api/v1/automations/dry-run',
  access,
  summary: 'Whether a rule would run on a conversation now, why, and what it would do; nothing happens',
  tag,
  body: z.object({
    rule: RuleWrite,
    /** Of the stored rule that this is a changed copy of, for its name in what is answered. */
    rule_id: id.nullish(),
    /** UUID or reference number. */
    conversation: z.string().trim().min(1, 'Name a conversation').max(100),
    /** For conversation_update: as if this happened now. The rule's first event, when left out. */
    event: one('The event', ruleEvents).nullish(),
  }),
  response: RuleDryRun,
  takes_key: false,
})
export const replayRule = endpoint({
  method: 'POST',
  path: '/api/v1/automations/replay',
  access,
  summary: 'What a rule would have done in the last days, from what was recorded; nothing happens',
  tag,
  body: z.object({
    rule: RuleWrite,
    rule_id: id.nullish(),
    days: z.int().min(1).max(30).default(30),
    ...pageQuery(25),
  }),
  response: RuleReplay,
  takes_key: false,
})
export const listRuleTrouble = endpoint({
  method: 'GET',
  path: '/api/v1/automations/trouble',
  access,
  summary: 'What kept rules from doing what they say, of the last seven days',
  tag,
  response: z.array(RuleTrouble),
})
export const dismissRuleTrouble = endpoint({
  method: 'POST',
  path: '/api/v1/automations/trouble/dismiss',
  access,
  summary: 'Put away what is shown of trouble with rules; what comes after is shown again',
  tag,
  response: done,
})
