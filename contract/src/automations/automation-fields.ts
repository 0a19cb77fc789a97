/** When a rule is evaluated (docs/spec/wire.md#automation-rules). */
export const ruleTypes = ['new_conversation', 'conversation_update', 'time_trigger'] as const
export type RuleType = (typeof ruleTypes)[number]

export const executionModes = ['all', 'first_match'] as const

/** The events that trigger a rule of type conversation_update. The first six are from docs/spec/wire.md#automation-rules. */
export const ruleEvents = [
  'conversation.user.assigned',
  'conversation.team.assigned',
  'conversation.status.change',
  'conversation.priority.change',
  'conversation.message.outgoing',
  'conversation.message.incoming',
  'conversation.tags.change',
  'conversation.attributes.change',
  'conversation.sla.breached',
  'conversation.merged',
  'csat.answered',
] as const
export type RuleEvent = (typeof ruleEvents)[number]

export const ruleOperators = [
  'equals',
  'not equals',
  'contains',
  'not contains',
  'set',
  'not set',
  'greater than',
  'less than',
] as const
export type RuleOperator = (typeof ruleOperators)[number]

/** The operators of each kind of field. `choice` is one of a list, by id or keyword; `tags` are tag ids; `hours` may be fractional. */
export const ruleOperatorsByKind = {
  text: ['equals', 'not equals', 'contains', 'not contains', 'set', 'not set'],
  choice: ['equals', 'not equals', 'set', 'not set'],
  words: ['equals', 'not equals'],
  tags: ['contains', 'not contains', 'set', 'not set'],
  hours: ['greater than', 'less than', 'equals', 'not equals', 'set', 'not set'],
  number: ['greater than', 'less than', 'equals', 'not equals', 'set', 'not set'],
  date: ['greater than', 'less than', 'equals', 'not equals', 'set', 'not set'],
  boolean: ['equals', 'not equals'],
} as const satisfies Record<string, readonly RuleOperator[]>
export type RuleFieldKind = keyof typeof ruleOperatorsByKind

type RuleField = {
  kind: RuleFieldKind
  /** The reference data that the ids of a `choice` refer to. */
  reference_data?: 'statuses' | 'priorities' | 'teams' | 'agents' | 'inboxes' | 'sla'
  /** The values of a `words` field. */
  values?: readonly string[]
  /** The rule types that have this field; all when absent. */
  rule_types?: readonly RuleType[]
}

const updateRulesOnly = { rule_types: ['conversation_update'] } as const

/**
 * The fields that rule conditions can use. `previous_*` is the value before the triggering event, or the current value if the event did not
 * change it. Custom attributes are looked up by key under the other two field types.
 */
export const ruleFields = {
  contact_email: { kind: 'text' },
  subject: { kind: 'text' },
  /** The text of the message that triggered the rule, otherwise of the last message. Notes and activity lines do not count. */
  content: { kind: 'text' },
  status: { kind: 'choice', reference_data: 'statuses' },
  priority: { kind: 'choice', reference_data: 'priorities' },
  assigned_team: { kind: 'choice', reference_data: 'teams' },
  assigned_user: { kind: 'choice', reference_data: 'agents' },
  inbox: { kind: 'choice', reference_data: 'inboxes' },
  tags: { kind: 'tags' },
  sla_policy: { kind: 'choice', reference_data: 'sla' },
  /** How the conversation was created: by email, manually, or through the API. */
  origin: { kind: 'words', values: ['email', 'ui', 'api', 'import'] },
  /** The author of the message that `content` refers to. */
  message_sender: { kind: 'words', values: ['contact', 'agent', 'system'] },
  previous_status: { kind: 'choice', reference_data: 'statuses', ...updateRulesOnly },
  previous_priority: { kind: 'choice', reference_data: 'priorities', ...updateRulesOnly },
  previous_assigned_team: { kind: 'choice', reference_data: 'teams', ...updateRulesOnly },
  previous_assigned_user: { kind: 'choice', reference_data: 'agents', ...updateRulesOnly },
  /** The rating of the survey that was just answered, 1 to 5. */
  csat_rating: { kind: 'number', ...updateRulesOnly },
  /** Whether this is within the business hours of the conversation's team, or otherwise of the workspace. */
  business_hours_open: { kind: 'boolean' },
  /** Whether the spam filter suggests that this is spam, and nobody has decided yet. */
  spam_suggested: { kind: 'boolean' },
  /** How likely it is then, in percent. Not set without a suggestion. */
  spam_score: { kind: 'number' },
  hours_since_created: { kind: 'hours' },
  hours_since_first_reply: { kind: 'hours' },
  hours_since_last_reply: { kind: 'hours' },
  /** Since it was last closed; not set while it is open. */
  hours_since_resolved: { kind: 'hours' },
} as const satisfies Record<string, RuleField>
export type RuleFieldName = keyof typeof ruleFields

export const isRuleField = (name: string): name is RuleFieldName => Object.hasOwn(ruleFields, name)
export const ruleField = (name: RuleFieldName): RuleField => ruleFields[name]

export const hoursFields = [
  'hours_since_created',
  'hours_since_first_reply',
  'hours_since_last_reply',
  'hours_since_resolved',
] as const satisfies readonly RuleFieldName[]
export type HoursField = (typeof hoursFields)[number]

/** Where a field is looked up (docs/spec/wire.md#automation-rules); the second value is an extension. */
export const ruleFieldTypes = [
  'conversation',
  'conversation_custom_attribute',
  'contact_custom_attribute',
] as const
export type RuleFieldType = (typeof ruleFieldTypes)[number]

/** The kind that each type of custom attribute is compared as. */
export const ruleAttributeFieldKinds = {
  text: 'text',
  link: 'text',
  list: 'text',
  number: 'number',
  checkbox: 'boolean',
  date: 'date',
} as const satisfies Record<string, RuleFieldKind>

/** The actions a rule can have (docs/spec/wire.md#actions). */
export const ruleActionTypes = [
  'assign_team',
  'assign_user',
  'set_status',
  'set_priority',
  'add_tags',
  'set_tags',
  'remove_tags',
  'set_sla',
  'move_inbox',
  'send_private_note',
  'send_reply',
  'send_csat',
  'trash',
  'mark_spam',
] as const
export type RuleActionType = (typeof ruleActionTypes)[number]

export const isRuleActionType = (type: string): type is RuleActionType =>
  ruleActionTypes.some((known_type) => known_type === type)

/** Nothing happens to a hidden conversation, so only the last action can be one of these. */
export const hidesConversation = (type: RuleActionType): boolean => type === 'trash' || type === 'mark_spam'

/** Actions without a value; stored with "0". */
export const takesNoValue = (type: RuleActionType): boolean => type === 'send_csat' || hidesConversation(type)
