type Answers = Record<string, [value: unknown, found: string][]>

export const allNames = 'bare full other'

const choice = (value: unknown, other: unknown, set: string, unset: string): Answers => ({
  equals: [[value, 'full']],
  'not equals': [[value, 'bare other']],
  set: [[undefined, set]],
  'not set': [[undefined, unset]],
  in: [
    [[value], 'full'],
    [[value, other], 'full other'],
  ],
})
const nullable = (answers: Answers): Answers => ({
  ...answers,
  'not equals': answers['not equals']?.map(([value]) => [value, 'other']) ?? [],
})
const ordered = (low: unknown, mid: unknown, high: unknown): Answers => ({
  'greater than': [[mid, 'full']],
  'less than': [[mid, 'other']],
  between: [
    [[low, mid], 'other'],
    [[mid, high], 'full'],
    [[low, high], 'full other'],
  ],
})
const text = (
  value: string,
  part: string,
  other: string,
  withValue = 'full other',
  withoutValue = 'bare',
): Answers => ({
  equals: [
    [value, 'full'],
    [value.toUpperCase(), 'full'],
  ],
  'not equals': [[value, withoutValue === '' ? 'bare other' : 'other']],
  contains: [[part, 'full']],
  ilike: [[part.toUpperCase(), 'full']],
  'not contains': [[part, 'bare other']],
  in: [
    [[value], 'full'],
    [JSON.stringify([value, other]), 'full other'],
  ],
  set: [[undefined, withValue]],
  'not set': [[undefined, withoutValue]],
})
const instant = (isRequired = false): Answers => ({
  equals: [
    ['2026-03-10T10:00:00Z', 'full'],
    ['2026-03-10', 'full'],
    ['2026-03-11', ''],
  ],
  'not equals': [['2026-03-10', isRequired ? 'bare other' : 'other']],
  set: [[undefined, isRequired ? allNames : 'full other']],
  'not set': [[undefined, isRequired ? '' : 'bare']],
  'greater than': [
    ['2026-03-10T09:59:59Z', isRequired ? allNames : 'full other'],
    ['2026-03-10', isRequired ? 'bare other' : 'other'],
  ],
  'less than': [
    ['2026-03-20', 'full'],
    ['2026-03-20T10:00:01Z', 'full other'],
  ],
  between: [
    ['2026-03-10,2026-03-20', 'full other'],
    [['2026-03-11', '2026-03-20'], 'other'],
  ],
  in: [[['2026-03-10', '2026-03-20T10:00:00Z'], 'full other']],
})
const snoozed: Answers = {
  equals: [['2026-03-10', 'full']],
  'not equals': [
    ['2026-03-10', ''],
    ['2026-03-11', 'full'],
  ],
  set: [[undefined, 'full']],
  'not set': [[undefined, 'bare other']],
  'greater than': [['2026-03-09', 'full']],
  'less than': [['2026-03-10', '']],
  between: [['2026-03-09,2026-03-10', 'full']],
  in: [[['2026-03-10'], 'full']],
}
const day: Answers = {
  equals: [['2026-03-10', 'full']],
  'not equals': [['2026-03-10', 'other']],
  set: [[undefined, 'full other']],
  'not set': [[undefined, 'bare']],
  'greater than': [['2026-03-10', 'other']],
  'less than': [['2026-03-20', 'full']],
  between: [['2026-03-10,2026-03-20', 'full other']],
  in: [[['2026-03-10', '2026-03-11'], 'full']],
}
const boolean = (value: boolean, set: string, unset: string): Answers => ({
  equals: [
    [value, 'full'],
    [String(value), 'full'],
    [!value, 'bare other'],
  ],
  'not equals': [[value, 'bare other']],
  set: [[undefined, set]],
  'not set': [[undefined, unset]],
})
const tags: Answers = {
  contains: [
    [['$vip'], 'full'],
    [['$vip', '$late'], 'full other'],
    ['$vip', 'full'],
  ],
  in: [[['$late'], 'other']],
  'not contains': [[['$vip'], 'bare other']],
  set: [[undefined, 'full other']],
  'not set': [[undefined, 'bare']],
}
const attributes = {
  text: text('Gold', 'ol', 'Silver'),
  list: text('Gold', 'ol', 'Silver'),
  link: text('https://gold.test/', 'gold', 'https://silver.test/'),
  number: {
    ...nullable(choice(10, 2.5, 'full other', 'bare')),
    'greater than': [['2.5', 'full']],
    'less than': [[10, 'other']],
    between: [['2,2.5', 'other']],
  },
  checkbox: boolean(true, 'full other', 'bare'),
  date: day,
} satisfies Record<string, Answers>

/** By model, field and operator: values, and the names of the conversations that they find. */
export const operatorCases: Record<string, Record<string, Answers>> = {
  conversations: {
    status_id: {
      ...choice(2, 3, allNames, ''),
      'greater than': [[2, 'bare other']],
      'less than': [[3, 'full']],
      between: [['3,4', 'bare other']],
    },
    priority_id: { ...nullable(choice(3, 1, 'full other', 'bare')), ...ordered(1, 2, 3) },
    assigned_team_id: {
      ...nullable(choice('$team', 0, 'full other', 'bare')),
      in: [[['$team', 0], 'full']],
      'greater than': [['$team', 'other']],
      'less than': [['$team', '']],
      between: [[['$team', '$team'], 'full']],
    },
    assigned_user_id: {
      ...nullable(choice('$ana', 0, 'full other', 'bare')),
      in: [[['$ana', 0], 'full']],
      'greater than': [['$ana', 'other']],
      'less than': [['$ana', '']],
      between: [[['$ana', '$ana'], 'full']],
    },
    inbox_id: {
      ...choice('$first', 0, allNames, ''),
      in: [
        [['$first', 0], 'full'],
        [['$first', '$second'], allNames],
      ],
      'greater than': [['$first', 'bare other']],
      'less than': [['$second', 'full']],
      between: [[['$first', '$first'], 'full']],
    },
    tags,
    subject: text('Refund of 100% please', '100% p', 'Where is my order?'),
    reference_number: {
      ...text('4811', '81', '5000', allNames, ''),
      in: [[['4811', '5000'], 'full other']],
      equals: [
        ['4811', 'full'],
        ['#4811', 'full'],
      ],
    },
    created_at: instant(true),
    last_message_at: instant(true),
    waiting_since: instant(),
    snoozed_until: snoozed,
    next_sla_deadline_at: instant(),
    unread: boolean(false, allNames, ''),
  },
  conversation_statuses: {
    id: {
      ...choice(2, 3, allNames, ''),
      'greater than': [[2, 'bare other']],
      'less than': [[3, 'full']],
      between: [['3,4', 'bare other']],
    },
    name: { ...text('Snoozed', 'noo', 'Resolved', allNames, '') },
  },
  contacts: {
    email: text('ada@byron.test', '@byr', 'grace@hopper.test'),
    name: text('Ada Byron', 'a b', 'Grace Hopper'),
    first_name: { ...text('Ada', 'ad', 'Grace'), 'not equals': [['Ada', 'bare other']] },
    last_name: { ...text('Byron', 'yro', 'Hopper'), 'not equals': [['Byron', 'bare other']] },
  },
  conversation_attributes: attributes,
  contact_attributes: attributes,
}
// An empty name is treated like any other text.
if (operatorCases.contacts?.name)
  operatorCases.contacts.name = {
    ...operatorCases.contacts.name,
    'not equals': [['Ada Byron', 'bare other']],
  }
