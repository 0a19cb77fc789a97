import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startEngines } from '../../testing/engines.ts'
import { writeSettings } from '../settings/settings.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
let engines: ReturnType<typeof startEngines>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await t.act(t.system, (tx) => writeSettings(tx, { 'app.timezone': 'UTC' }))
  engines = startEngines(t)
  await engines.settle()
})
afterAll(() => t.stop())

let day = 0
/** A Monday of its own for every test, at nine in the morning. */
beforeEach(async () => {
  day += 7
  await engines.goTo(new Date(Date.UTC(2027, 0, 4 + day, 9)))
})
const at = (days: number, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(Date.UTC(2027, 0, 4 + day + days, hours, minutes))
}

const policyOf = async (more: object = {}) =>
  (
    await admin.post('/api/v1/sla', {
      name: `Policy ${day}`,
      first_response_time: '4h',
      next_response_time: '2h',
      resolution_time: '16h',
      ...more,
    })
  ).body.data as { id: number; name: string }
const apply = async (c: { uuid: string }, id: number | null) => {
  const answer = await admin.put(`/api/v1/conversations/${c.uuid}/sla`, { sla_policy_id: id })
  await engines.settle()
  return answer
}
const shown = async (c: { uuid: string }) => {
  const { data } = (await admin.get(`/api/v1/conversations/${c.uuid}`)).body
  const { sla_policy_id, first_response_deadline_at, resolution_deadline_at, next_response_deadline_at } =
    data
  return {
    sla_policy_id,
    first: first_response_deadline_at,
    resolution: resolution_deadline_at,
    next: next_response_deadline_at,
    due: data.next_sla_deadline_at,
  }
}

test('a policy that is chosen by hand counts from the start of the conversation, within the hours of the workspace', async () => {
  const policy = await policyOf()
  const c = await t.make.conversation()
  await engines.advance(60 * 60_000)
  expect((await apply(c, policy.id)).status).toBe(200)
  expect(await shown(c)).toEqual({
    sla_policy_id: policy.id,
    first: at(0, '13:00').toISOString(),
    resolution: at(1, '17:00').toISOString(),
    next: null,
    due: at(0, '13:00').toISOString(),
  })
  await engines.goTo(at(0, '12:59'))
  expect(await t.events(c.id)).not.toContain('conversation.sla_breached')
  await engines.goTo(at(0, '13:00'))
  expect(await t.events(c.id)).toContain('conversation.sla_breached')
})
