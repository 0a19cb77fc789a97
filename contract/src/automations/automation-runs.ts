import { z } from 'zod'
import { TrailChange } from '../conversations/conversation-events.ts'
import { id, instant } from '../shared/fields.ts'
import { logicalOperator, RuleAction, RuleCondition } from './automation-rules.ts'

/** A condition with the value it was compared with. `actual_text` and `value_text` are for display: names instead of ids. */
export const CheckedCondition = RuleCondition.extend({
  holds: z.boolean(),
  /** The value as compared; null if there was none. */
  actual: z.string().nullable(),
  actual_text: z.string().nullable(),
  value_text: z.string(),
})
export const CheckedGroup = z.object({
  logical_op: logicalOperator,
  /** Null for a group without conditions. */
  holds: z.boolean().nullable(),
  rules: z.array(CheckedCondition),
})
/** Why a rule matched or did not. The log, the dry run, the replay and the timeline all show it in the same form. */
export const RuleReasons = z.object({
  matched: z.boolean(),
  group_operator: logicalOperator,
  groups: z.array(CheckedGroup),
})
export type RuleReasons = z.infer<typeof RuleReasons>

/** What triggered the rule: one of the events, `new_conversation`, or the hours field of a time rule. */
const occasion = z.string()

/** `done`: changed something. `unchanged`: nothing to change. `refused`: see `message`. `skipped`: comes after the action that stopped the run. */
export const ruleActionOutcomes = ['done', 'unchanged', 'refused', 'skipped'] as const
export const RuleActionResult = RuleAction.extend({
  outcome: z.enum(ruleActionOutcomes),
  message: z.string().nullable(),
})
export type RuleActionResult = z.infer<typeof RuleActionResult>

/** The conversation of a run, with its current name. */
export const RuleConversation = z.object({
  uuid: z.uuid(),
  reference_number: z.string(),
  subject: z.string().nullable(),
  contact: z.string(),
})
export type RuleConversation = z.infer<typeof RuleConversation>

/** The limits that can stop a run. */
export const ruleLimits = [
  'depth',
  'conversation_budget',
  'address_budget',
  'inbox_budget',
  'workspace_budget',
  'machine_mail',
  'late_mail',
] as const

/** `done`: all actions. `partly`: some. `refused`: none. `not_matched`: a time rule was due, but its conditions did not match. */
export const ruleRunOutcomes = ['done', 'partly', 'refused', 'not_matched'] as const

/** A run of a rule: it matched, or it was due and did not match. */
export const RuleRun = z.object({
  id,
  rule_id: id.nullable(),
  /** The rule's name at that time. */
  rule: z.string(),
  at: instant,
  occasion,
  outcome: z.enum(ruleRunOutcomes),
  /** The limit that stopped the run. */
  limit: z.enum(ruleLimits).nullable(),
  reasons: RuleReasons,
  actions: z.array(RuleActionResult),
  conversation: RuleConversation,
  /** The conversation event that triggered the run; null for a time rule. */
  event_id: id.nullable(),
})
export type RuleRun = z.infer<typeof RuleRun>

/** What an action would do. A message includes its recipients and content. */
export const PlannedAction = RuleActionResult.extend({
  changes: z.array(TrailChange),
  mail: z
    .object({ to: z.array(z.string()), cc: z.array(z.string()), html: z.string(), private: z.boolean() })
    .nullable(),
})
export type PlannedAction = z.infer<typeof PlannedAction>

export const RuleDryRun = z.object({
  /** Whether the rule would run if this happened now. */
  would_run: z.boolean(),
  /** Why it would not run although its conditions match: a sentence. */
  stopped_by: z.string().nullable(),
  occasion,
  at: instant,
  reasons: RuleReasons,
  /** Also filled in when the conditions do not match: what the actions would do if they did. */
  actions: z.array(PlannedAction),
  conversation: RuleConversation,
})
export type RuleDryRun = z.infer<typeof RuleDryRun>

export const RuleReplay = z.object({
  from: instant,
  to: instant,
  /** Events examined, or due times of a time rule. */
  examined: z.int(),
  /** There was more than could be examined; only the newest were. */
  is_capped: z.boolean(),
  matched: z.int(),
  /** Matches on conversations that the reader cannot see. They are counted but not shown. */
  hidden: z.int(),
  /** By day in the workspace's time zone, including days without any. */
  days: z.array(z.object({ date: z.iso.date(), examined: z.int(), matched: z.int() })),
  /** Matches, newest first. */
  results: z.array(z.object({ at: instant, occasion, reasons: RuleReasons, conversation: RuleConversation })),
  page: z.int(),
  page_size: z.int(),
  total_pages: z.int(),
})
export type RuleReplay = z.infer<typeof RuleReplay>

/** Problems that need an administrator: limits hit and actions refused in the last seven days, until dismissed. */
export const RuleTrouble = z.object({
  rule_id: id.nullable(),
  rule: z.string(),
  /** Null: refused by a business rule, not by a limit. */
  limit: z.enum(ruleLimits).nullable(),
  message: z.string(),
  count: z.int(),
  last_at: instant,
  /** The newest, at most five, of those that the reader can see. */
  conversations: z.array(RuleConversation),
  hidden: z.int(),
})
export type RuleTrouble = z.infer<typeof RuleTrouble>
