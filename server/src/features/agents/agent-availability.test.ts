import { expect, test } from 'vitest'
import { eventsAbout, setUpAgents, t } from './agents-suite.ts'
import { markInactiveOffline } from './mark-inactive-offline.ts'

setUpAgents()

test('agents set their availability, and only the five known values are accepted', async () => {
  const ana = await t.make.agent()
  const browser = await t.as(ana)
  for (const status of ['online', 'away', 'away_manual', 'away_and_reassigning', 'offline', 'offline'])
    expect((await browser.put('/api/v1/agents/me/availability', { status })).body.data).toMatchObject({
      id: ana.id,
      availability_status: status,
    })
  expect((await eventsAbout(ana.id)).map((event) => event.type)).toEqual(
    Array(5).fill('agent.availability_changed'),
  )
  expect(await browser.put('/api/v1/agents/me/availability', { status: 'gone' })).toMatchObject({
    status: 400,
  })
})

test('idleness in any browser does not override an availability that the agent chose', async () => {
  const browser = await t.as(await t.make.agent())
  const setStatus = async (status: string) =>
    (await browser.put('/api/v1/agents/me/availability', { status })).body.data.availability_status
  for (const chosenStatus of ['away_manual', 'away_and_reassigning']) {
    expect(await setStatus(chosenStatus)).toBe(chosenStatus)
    expect(await setStatus('away')).toBe(chosenStatus)
    expect(await setStatus('online')).toBe('online')
  }
  expect(await setStatus('away')).toBe('away')
})

test('an agent without activity for five minutes goes offline; one who is away on purpose stays away', async () => {
  const people = await Promise.all(
    ['online', 'away', 'away_manual', 'away_and_reassigning'].map(async (status) => {
      const agent = await t.make.agent()
      await (await t.as(agent)).put('/api/v1/agents/me/availability', { status })
      return agent
    }),
  )
  const sweep = async () => {
    await t.act(t.system, markInactiveOffline)
    return Promise.all(
      people.map(
        async (agent) => (await (await t.as(agent)).get('/api/v1/agents/me')).body.data.availability_status,
      ),
    )
  }
  t.clock.advance(4 * 60_000)
  expect(await sweep()).toEqual(['online', 'away', 'away_manual', 'away_and_reassigning'])
  t.clock.advance(61_000)
  expect(await sweep()).toEqual(['offline', 'offline', 'away_manual', 'away_and_reassigning'])
  await sweep()
  const [first] = people
  expect((await eventsAbout(first?.id ?? 0)).map((event) => event.changes)).toEqual([
    { availability_status: ['offline', 'online'] },
    { availability_status: ['online', 'offline'] },
  ])
})
