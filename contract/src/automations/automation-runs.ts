import { z } from 'zod'
import { TrailChange } from '../conversations/conversation-events.ts'
import { id, instant } from '../shared/fields.ts'
import { logicalOperator, RuleAction, RuleCondition } from './automation-rules.ts'

/** A condition with what was found there. `actual_text` and `value_text` are for people: names in the place of ids. */
export const CheckedCondition = RuleCondition.extend({
  holds: z.boolean(),
  /** As it was compared; null when there was nothing. */
  actual: z.string().nullable(),
  actual_text: z.string().nullable(),
  value_text: z.string(),
})
export const CheckedGroup = z.object({
  logical_op: logicalOperator,
  /** Null of a group without conditions. */
  holds: z.boolean().nullable(),
  rules: z.array(CheckedCondition),
})
/** Why a rule ran or did not: shown alike by the log, the dry run, the replay and the timeline. */
export const RuleReasons = z.object({
  matched: z.boolean(),
  group_operator: logicalOperator,
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
  'late_mail',
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
