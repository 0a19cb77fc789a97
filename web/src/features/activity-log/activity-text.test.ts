import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ActivityLog, activityKinds } from '@parley/contract/activity-log/activity-log'
import { AgentUpdate } from '@parley/contract/agents/agents'
import { CustomAttributeWrite } from '@parley/contract/custom-attributes/custom-attribute-writes'
import { InboxConfig } from '@parley/contract/inboxes/inboxes'
import { MacroWrite } from '@parley/contract/macros/macros'
import { SlaWrite } from '@parley/contract/sla/sla-policies'
import { StatusCategory } from '@parley/contract/statuses/statuses'
import { TeamWrite } from '@parley/contract/teams/teams'
import { TemplateWrite } from '@parley/contract/templates/templates'
import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { english } from '../../testing/english.ts'
import { activitySentence, targetPage } from './activity-text.ts'
import { changeText } from './change-text.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({
    lng: 'en',
    resources: { en: { translation: english } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  }),
)

const entry = (values: Partial<ActivityLog>): ActivityLog => ({
  id: 1,
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
  activity_type: 'role.changed',
  activity_description: '',
  actor_id: 2,
  actor_name: 'Ada Byron',
  actor_kind: 'agent',
  target_model_type: 'role',
  target_model_id: 3,
  target_name: 'Support',
  target_exists: true,
  ip: '',
  changes: [],
  ...values,
})

test.each([
  [{}, 'Ada Byron changed the role Support'],
  [{ activity_type: 'agent_login', target_model_type: 'agent' }, 'Ada Byron signed in'],
  [
    { activity_type: 'settings.changed', target_model_type: 'settings', target_name: null },
    'Ada Byron changed the general settings',
  ],
  [{ actor_name: null, actor_kind: 'system' as const }, 'System changed the role Support'],
  [
    { activity_type: 'robot.rewired', target_model_type: 'robot', target_name: 'R2' },
    'Ada Byron: rewired, robot R2',
  ],
])('%j is a sentence', (values, sentence) => {
  expect(activitySentence(entry(values), i18n.t)).toBe(sentence)
})

const changed = (field: string, before: unknown, after: unknown) =>
  changeText({ field, before, after }, { t: i18n.t, exists: i18n.exists.bind(i18n) })

test('lists are shown as additions and removals, permissions by their names', () => {
  expect(
    changed('permissions', ['messages:read', 'tags:manage'], ['messages:read', 'reports:manage']),
  ).toMatchObject({
    field: 'Permissions',
    before: 'Tags',
    after: 'Reports',
  })
})

test('a creation or deletion has one side, and a secret none', () => {
  expect(changed('name', null, 'Support')).toMatchObject({ field: 'Name', before: null, after: 'Support' })
  expect(changed('password', null, null)).toMatchObject({ field: 'Password', hidden: true })
  expect(changed('config.smtp.0.host', 'a', 'b').field).toBe('Sending: Server')
})

test('nested objects are shown as text, not JSON', () => {
  const actions = [
    { type: 'assign_user', value: ['Ada'] },
    { type: 'set_priority', value: ['Low'] },
  ]
  expect(changed('actions', null, actions).after).toBe(
    'Type: Assign to agent, Value: Ada; Type: Set priority, Value: Low',
  )
  expect(changed('app.business_hours_id', '3', '4').field).toBe('Business hours')
  expect(
    changeText(
      { field: 'sla_policy_id', before: 3, after: null, before_name: 'Gold', after_name: null },
      { t: i18n.t, exists: i18n.exists.bind(i18n) },
    ),
  ).toEqual({ field: 'SLA policy', before: 'Gold', after: null, hidden: false })
})

test('a name given by a user is not translated', () => {
  expect(changed('name', 'follow_up', 'all').after).toBe('all')
  expect(changed('name', 'follow_up', 'all').before).toBe('follow_up')
})

/** Personal preferences, results of mail servers, and test deliveries of webhooks. */
const notInLog = ['agent.preferences_changed', 'inbox.sending_changed', 'webhook.test']
const src = join(import.meta.dirname, '../../../../server/src')
const kinds = activityKinds.join('|')
/** Every recorded event type, except those that are not entries of the log. */
const recorded = [
  ...new Set(
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
      .flatMap((file) => [...readFileSync(join(src, file), 'utf8').matchAll(pattern())])
      .map(([, type = '']) => type),
  ),
].filter((type) => !notInLog.includes(type))
/** Named as in docs/spec/wire.md#activity-log. */
const renamed: Record<string, string[]> = {
  'agent.signed_in': ['agent_login'],
  'agent.signed_out': ['agent_logout'],
  'agent.availability_changed': ['agent_online', 'agent_away', 'agent_away_reassigned'],
}

function pattern() {
  return new RegExp(`'((?:${kinds})\\.[a-z_]+)'`, 'g')
}

test.each(recorded.flatMap((type) => renamed[type] ?? [type]))('%s has a text of its own', (type) => {
  const target_model_type = type.includes('.') ? (type.split('.')[0] ?? '') : 'agent'
  const sentence = activitySentence(entry({ activity_type: type, target_model_type }), i18n.t)
  expect(sentence).toMatch(/^Ada Byron [a-z]/)
  expect(sentence).not.toMatch(/_|activity\./)
})

/** Fields with fixed choices, by name. */
function choicesOf(schema: unknown, field = ''): [field: string, value: string][] {
  const { def } = schema as z.ZodType & { def: Record<string, unknown> }
  if (def.type === 'enum') return Object.values(def.entries as object).map((value) => [field, String(value)])
  const fields = def.type === 'object' ? Object.entries(def.shape as object) : []
  const inner = [def.innerType, def.element, def.in, ...((def.options as unknown[] | undefined) ?? [])]
  return [
    ...fields.flatMap(([name, one]) => choicesOf(one, name)),
    ...inner.filter(Boolean).flatMap((one) => choicesOf(one, field)),
  ]
}

test.each(
  [
    AgentUpdate,
    TeamWrite,
    MacroWrite,
    SlaWrite,
    // A design is logged as the body that it makes.
    TemplateWrite.omit({ design: true }),
    z.object({ editor: z.enum(['visual', 'code']) }),
    CustomAttributeWrite,
    z.object({ category: StatusCategory }),
    InboxConfig,
  ].flatMap((schema) => choicesOf(schema)),
)('%s "%s" has a text', (field, value) => {
  if (value === '') return
  expect(changed(field, null, value).after).not.toMatch(/^[a-z_]+$/)
})

test('existing entities are linked; deleted ones and sign-ins are not', () => {
  expect(targetPage(entry({}))).toBe('/admin/teams/roles/3/edit')
  expect(targetPage(entry({ target_exists: false }))).toBeNull()
  expect(targetPage(entry({ activity_type: 'agent_login', target_model_type: 'agent' }))).toBeNull()
  const change = (field: string) => [{ field, before: 1, after: 2 }]
  const settings = { activity_type: 'settings.changed', target_model_type: 'settings', target_model_id: null }
  expect(targetPage(entry({ ...settings, changes: change('app.lang') }))).toBe('/admin/general')
  expect(targetPage(entry({ ...settings, changes: change('notification.email.host') }))).toBe(
    '/admin/notification',
  )
})
