import { expect, test } from 'vitest'
import { agentWith } from '../../testing/agent.ts'
import { AgentForm, fieldsOf, newAgent } from './agent-fields.ts'

test('an agent becomes form values with the names of their teams, and without what switches change', () => {
  const agent = agentWith([], { teams: [{ id: 5, name: 'Billing', emoji: null }], enabled: false })
  expect(fieldsOf(agent)).toEqual({
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@acme.test',
    roles: ['Agent'],
    teams: ['Billing'],
    availability_status: 'online',
  })
})

test('an agent without an email address or roles has empty fields', () => {
  expect(fieldsOf(agentWith([], { email: null, roles: null }))).toMatchObject({ email: '', roles: [] })
})

test('a new agent is an invited one with the role Agent, and needs a name and an address', () => {
  const result = AgentForm.safeParse(newAgent)
  expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual(
    expect.arrayContaining(['first_name', 'email']),
  )
  expect(AgentForm.parse({ ...newAgent, first_name: 'Ada', email: 'ada@acme.test' })).toMatchObject({
    roles: ['Agent'],
    send_welcome_email: true,
  })
})
