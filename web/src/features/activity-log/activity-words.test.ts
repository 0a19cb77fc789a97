import type { ActivityLog } from '@parley/contract/activity-log'
import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { english } from '../../testing/english.ts'
import { activitySentence, changeWords } from './activity-words.ts'

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
  [{ actor_name: null, actor_kind: 'system' as const }, 'Parley changed the role Support'],
  [
    { activity_type: 'robot.rewired', target_model_type: 'robot', target_name: 'R2' },
    'Ada Byron: rewired, robot R2',
  ],
])('%j is a sentence', (values, sentence) => {
  expect(activitySentence(entry(values), i18n.t)).toBe(sentence)
})

const words = (field: string, before: unknown, after: unknown) =>
  changeWords({ field, before, after }, { t: i18n.t, exists: i18n.exists.bind(i18n) })

test('lists are told as what came and went, rights in words', () => {
  expect(
    words('permissions', ['messages:read', 'tags:manage'], ['messages:read', 'reports:manage']),
  ).toMatchObject({
    field: 'Rights',
    before: 'Tags',
    after: 'Reports',
  })
})

test('what was made or removed has one side, and a secret none', () => {
  expect(words('name', null, 'Support')).toMatchObject({ field: 'Name', before: null, after: 'Support' })
  expect(words('password', null, null)).toMatchObject({ field: 'Password', hidden: true })
  expect(words('config.smtp.0.host', 'a', 'b').field).toBe('Config smtp 0 host')
})
