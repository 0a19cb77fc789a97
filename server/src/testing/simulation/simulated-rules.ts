type Ids = {
  teams: Record<'billing' | 'support' | 'field', { id: number }>
  policies: Record<'gold', { id: number }>
}
type ConditionRow = {
  field: string
  operator: string
  value: string
  field_type?: string
  case_sensitive_match?: boolean
}

const ruleBody = (
  name: string,
  type: 'new_conversation' | 'conversation_update' | 'time_trigger',
  rows: ConditionRow[],
  actions: { type: string; value: string[] }[],
  events: string[] = [],
) => ({
  name,
  description: '',
  type,
  events,
  enabled: true,
  rules: [
    {
      groups: [
        { logical_op: 'AND', rules: rows.map((row) => ({ field_type: 'conversation', ...row })) },
        { logical_op: 'OR', rules: [] },
      ],
      actions,
      group_operator: 'AND',
    },
  ],
})

export const followUpRule = 'Ask once more'

/** Rules of every type, some of which trigger others. Statuses: 1 Open, 3 Resolved, 4 Closed; priorities: 1 Low to 3 High. */
export const simulatedRules = ({ teams, policies }: Ids) => [
  ruleBody(
    'Refunds go to Billing',
    'new_conversation',
    [{ field: 'subject', operator: 'contains', value: 'refund,invoice' }],
    [
      { type: 'assign_team', value: [String(teams.billing.id)] },
      { type: 'add_tags', value: ['refund'] },
    ],
  ),
  ruleBody(
    'Broken things go to Support',
    'new_conversation',
    [{ field: 'subject', operator: 'contains', value: 'broken' }],
    [{ type: 'assign_team', value: [String(teams.support.id)] }],
  ),
  ruleBody(
    'Visits go to the field',
    'new_conversation',
    [{ field: 'subject', operator: 'contains', value: 'visit' }],
    [{ type: 'assign_team', value: [String(teams.field.id)] }],
  ),
  ruleBody(
    'Important people',
    'new_conversation',
    [{ field: 'contact_email', operator: 'contains', value: 'vip' }],
    [
      { type: 'set_sla', value: [String(policies.gold.id)] },
      { type: 'set_priority', value: ['3'] },
      { type: 'add_tags', value: ['vip'] },
    ],
  ),
  ruleBody(
    'Note what is urgent',
    'conversation_update',
    [{ field: 'content', operator: 'contains', value: 'urgent' }],
    [
      { type: 'set_priority', value: ['3'] },
      { type: 'send_private_note', value: ['<p>They say that it is urgent.</p>'] },
    ],
    ['conversation.message.incoming'],
  ),
  ruleBody(
    'Mark what was resolved',
    'conversation_update',
    [{ field: 'status', operator: 'equals', value: '3' }],
    [{ type: 'add_tags', value: ['done'] }],
    ['conversation.status.change'],
  ),
  ruleBody(
    followUpRule,
    'time_trigger',
    [
      { field: 'hours_since_last_reply', operator: 'greater than', value: '20' },
      { field: 'status', operator: 'equals', value: '1' },
    ],
    [
      { type: 'send_reply', value: ['<p>Is there anything else that we can do?</p>'] },
      { type: 'add_tags', value: ['waiting long'] },
    ],
  ),
  ruleBody(
    'Close what stayed resolved',
    'time_trigger',
    [
      { field: 'hours_since_resolved', operator: 'greater than', value: '12' },
      { field: 'status', operator: 'equals', value: '3' },
    ],
    [{ type: 'set_status', value: ['4'] }],
  ),
]
