import { expect, test } from 'vitest'
import { permissions } from '../roles/permissions.ts'
import { macroActionPermissions } from './macro-actions.ts'
import { isMacroAvailableTo, toUsableMacro } from './macro-availability.ts'
import type { Macro } from './macros.ts'

const macro = (values: Partial<Macro> = {}): Macro => ({
  id: 1,
  created_at: '2026-03-02T10:00:00Z',
  updated_at: '2026-03-02T10:00:00Z',
  name: 'Refund',
  actions: [],
  visibility: 'all',
  visible_when: ['replying'],
  message_content: '<p>Hello</p>',
  user_id: null,
  team_id: null,
  usage_count: 0,
  last_used_at: null,
  ...values,
})
const reader = (names: readonly string[] = permissions) => ({
  id: 7,
  team_ids: [3],
  permissions: new Set(names),
})
const action = (type: string, display = true) => ({ type, value: ['1'], display_value: display ? ['x'] : [] })

test.each([
  ['all', null, null, true],
  ['team', '3', null, true],
  ['team', '4', null, false],
  ['team', null, '7', false],
  ['user', null, '7', true],
  ['user', null, '8', false],
  ['user', '3', null, false],
] as const)(
  'a macro for %s (team %s, agent %s) is available to agent 7 of team 3: %s',
  (visibility, team_id, user_id, is) => {
    expect(isMacroAvailableTo(reader(), macro({ visibility, team_id, user_id }))).toBe(is)
  },
)

test('a macro is only offered in its configured places', () => {
  const note = macro({ visible_when: ['adding_private_note', 'starting_conversation'] })
  expect(toUsableMacro(reader(), note, 'replying')).toBeNull()
  expect(toUsableMacro(reader(), note, 'adding_private_note')).toEqual(note)
  expect(toUsableMacro(reader(), note, 'starting_conversation')).toEqual(note)
})

const applied = Object.entries(macroActionPermissions).filter(([type]) => !type.startsWith('send_'))
test.each(applied)('the action %s is only kept for agents with its permission: %s', (type, permission) => {
  const fullMacro = macro({ actions: [action(type)] })
  const otherPermissions = permissions.filter((granted) => granted !== permission)
  expect(toUsableMacro(reader(), fullMacro, 'replying')?.actions).toEqual(fullMacro.actions)
  expect(toUsableMacro(reader(otherPermissions), fullMacro, 'replying')?.actions).toEqual([])
  const actionOnly = { ...fullMacro, message_content: ' ' }
  expect(toUsableMacro(reader(), actionOnly, 'replying')).not.toBeNull()
  expect(toUsableMacro(reader(otherPermissions), actionOnly, 'replying')).toBeNull()
})

test.each([
  ['send_reply', true],
  ['send_private_note', true],
  ['set_sla', true],
  ['constructor', true],
  ['assign_user', false],
  ['assign_team', false],
])('the action %s is not offered if its object was deleted (object exists: %s)', (type, isThere) => {
  const { actions } = toUsableMacro(reader(), macro({ actions: [action(type, isThere)] }), 'replying') ?? {}
  expect(actions).toEqual([])
})
