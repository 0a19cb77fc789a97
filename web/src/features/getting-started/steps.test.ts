import type { GettingStarted } from '@parley/contract/settings/getting-started'
import { expect, test } from 'vitest'
import { essentialsFor, findNextStep, recommendedFor } from './steps.ts'

const nothing: GettingStarted = {
  inbox: false,
  system_mail: false,
  agents: false,
  conversation: false,
  can_receive: false,
  can_send: false,
  can_invite: false,
  people: false,
  workspace_name: false,
  time_zone: false,
  logo: false,
  own_password: false,
  kept: [],
  dismissed: false,
}
const admin = { permissions: ['inboxes:manage', 'users:manage', 'general_settings:manage'] }

test('a step links to where it starts, and further once it has started', () => {
  const [receive] = essentialsFor(admin, nothing)
  expect(receive).toMatchObject({ state: 'open', to: '/admin/inboxes/new' })
  const [begun] = essentialsFor(admin, { ...nothing, inbox: true })
  expect(begun).toMatchObject({ state: 'begun', to: '/admin/inboxes' })
  const [done] = essentialsFor(admin, { ...nothing, inbox: true, can_receive: true })
  expect(done).toMatchObject({ state: 'done' })
})

test('a step without permission is listed without a link', () => {
  const invite = essentialsFor(admin, nothing).find(({ name }) => name === 'can_invite')
  expect(invite).toMatchObject({ state: 'open', to: null })
})

test('the next step is the first that is not done, and a skipped one counts as done', () => {
  expect(findNextStep(essentialsFor(admin, { ...nothing, can_receive: true }))).toBe('can_send')
  const steps = recommendedFor(admin, { ...nothing, own_password: true, logo: true, kept: ['logo'] })
  expect(steps.find(({ name }) => name === 'logo')).toMatchObject({ state: 'kept', canKeep: true })
  expect(findNextStep(steps)).toBe('workspace_name')
})
