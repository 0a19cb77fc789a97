import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  acknowledgement,
  id,
  idParam,
  idParams,
  pageQuery,
  uuidParams,
  wholeNumber,
} from '../shared/fields.ts'
import { executionModes, ruleEvents } from './automation-fields.ts'
import { enumOf, Rule, RuleWrite } from './automation-rules.ts'
import { RuleDryRun, RuleReplay, RuleRun, RuleTrouble, ruleRunOutcomes } from './automation-runs.ts'

const tag = 'automations'
const access = 'automations:manage'
export const listRules = endpoint({
  method: 'GET',
  path: '/api/v1/automations/rules',
  access,
  summary: 'List the rules in the order they run; empty for an unknown type',
  tag,
  query: z.object({ type: z.string().optional() }),
  response: z.array(Rule),
})
export const getRule = endpoint({
  method: 'GET',
  path: '/api/v1/automations/rules/:id',
  access,
  summary: 'Get a rule',
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
export const RuleChanges = changesTo(RuleWrite)
export const updateRule = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/rules/:id',
  access,
  summary: 'Update a rule; weight and execution mode are kept',
  tag,
  params: idParams,
  body: RuleChanges,
  response: Rule,
})
export const toggleRule = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/rules/:id/toggle',
  access,
  summary: 'Enable or disable a rule',
  tag,
  params: idParams,
  response: Rule,
})
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/api/v1/automations/rules/:id',
  access,
  summary: 'Delete a rule, without undoing what it did',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const setRuleWeights = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/rules/weights',
  access,
  summary: 'Set the order of rules: an object of weights by rule id',
  tag,
  body: z
    .record(
      z.string().regex(/^[1-9]\d{0,15}$/, 'Rules are identified by their id'),
      z.int().min(0).max(1_000_000),
    )
    .refine((weights) => Object.keys(weights).length <= 1000, 'At most 1,000 weights at once'),
  response: acknowledgement,
})
export const setRuleExecutionMode = endpoint({
  method: 'PUT',
  path: '/api/v1/automations/rules/execution-mode',
  access,
  summary: 'Run all matching rules of a type, or only the first',
  tag,
  /** Without a type: rules for new conversations. Time rules have no execution mode, because each has its own due time. */
  body: z.object({
    mode: enumOf('The mode', executionModes),
    type: enumOf('The type', ['new_conversation', 'conversation_update']).default('new_conversation'),
  }),
  response: acknowledgement,
})
export const listRuleRuns = endpoint({
  method: 'GET',
  path: '/api/v1/automations/rules/:id/runs',
  access,
  summary:
    'List the runs of a rule with their results, newest first, for 90 days; checks that did not match for 30',
  tag,
  params: idParams,
  query: z.object({
    /** `next_cursor` of the previous page. */
    cursor: idParam.optional(),
    outcome: z.enum(ruleRunOutcomes).optional(),
    page_size: wholeNumber(1, 100).default(25),
  }),
  /** `hidden`: runs between the first and last of this page on conversations that the reader cannot see. */
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
  summary: 'Get a run of a rule: its conditions with the actual values, and the result of each action',
  tag,
  params: idParams,
  response: RuleRun,
})
export const getConversationRun = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/automation-runs/:id',
  access: 'conversations:read',
  summary: 'Why a rule changed a conversation, for anyone who can see the conversation',
  tag,
  params: uuidParams.extend({ id: idParam }),
  response: RuleRun,
})
export const dryRunRule = endpoint({
  method: 'POST',
  path: '/api/v1/automations/dry-run',
  access,
  summary:
    'Test whether a rule would run on a conversation now, why, and what it would do; nothing is changed',
  tag,
  body: z.object({
    rule: RuleWrite,
    /** The stored rule that this is an edited copy of; the response uses its name. */
    rule_id: id.nullish(),
    /** A UUID or a reference number. */
    conversation: z.string().trim().min(1, 'Choose a conversation').max(100),
    /** For conversation_update: the event to simulate. Defaults to the rule's first event. */
    event: enumOf('The event', ruleEvents).nullish(),
  }),
  response: RuleDryRun,
  supports_idempotency_key: false,
  other_error_statuses: [404],
})
export const replayRule = endpoint({
  method: 'POST',
  path: '/api/v1/automations/replay',
  access,
  summary: 'Replay a rule on past events; nothing is changed',
  tag,
  body: z.object({
    rule: RuleWrite,
    rule_id: id.nullish(),
    days: z.int().min(1).max(30).default(30),
    ...pageQuery(25),
  }),
  response: RuleReplay,
  supports_idempotency_key: false,
})
export const listRuleTrouble = endpoint({
  method: 'GET',
  path: '/api/v1/automations/trouble',
  access,
  summary: 'List the problems that rules had in the last seven days',
  tag,
  response: z.array(RuleTrouble),
})
export const dismissRuleTrouble = endpoint({
  method: 'POST',
  path: '/api/v1/automations/trouble/dismiss',
  access,
  summary: 'Dismiss the current automation problems; new ones are shown again',
  tag,
  response: acknowledgement,
})
