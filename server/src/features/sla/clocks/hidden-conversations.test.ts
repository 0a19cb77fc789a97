import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SlaFixture, startSlaFixture } from '../../../testing/sla-fixture.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let desk: SlaFixture
beforeAll(async () => {
  t = await startTestApp()
  desk = await startSlaFixture(t)
})
afterAll(() => t.stop())
beforeEach(() => desk.nextWeek())

const trash = async (c: { uuid: string }) => {
  await desk.admin.del(`/api/v1/conversations/${c.uuid}`)
  await desk.settle()
}
const restore = async (c: { uuid: string }) => {
  await desk.admin.post(`/api/v1/conversations/${c.uuid}/restore`)
  await desk.settle()
}

test('timers stop in the trash and resume when the conversation is restored', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 13:00', resolution: '1 17:00' })
  await desk.advanceToDay(0, '10:00')
  await trash(c)
  expect(await desk.deadlines(c)).toEqual({ first: null, next: null, resolution: null, live: null })
  expect(await desk.jobs(`sla:${c.id}`)).toEqual([])
  await desk.advanceToDay(1, '12:00')
  expect(await desk.slaEvents(c)).toEqual([])
  expect(await desk.getSla(c)).toMatchObject({ state: 'waiting' })
  await restore(c)
  // One hour of four has passed.
  expect(await desk.deadlines(c)).toMatchObject({ first: '1 15:00', live: '1 15:00' })
  await desk.advanceToDay(1, '16:00')
  expect(await desk.slaEvents(c)).toEqual(['first_response breached 15:00'])
})

test('a snoozed conversation stays paused when it is restored', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.advanceToDay(0, '10:00')
  await desk.setStatus(c, 'Snoozed', { snoozed_until: desk.at(0, '14:00').toISOString() })
  await trash(c)
  await desk.advanceToDay(0, '12:00')
  await restore(c)
  expect(await desk.deadlines(c)).toMatchObject({ first: null, live: null })
  await desk.advanceToDay(0, '14:00')
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 17:00' })
})

test('a customer who waited before goes on waiting, without the time in the trash', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.reply(c)
  await desk.receiveMessage(c)
  await desk.advanceToDay(0, '10:00')
  await trash(c)
  await desk.advanceToDay(0, '11:00')
  await restore(c)
  expect(await desk.deadlines(c)).toMatchObject({ next: '0 12:00' })
  await desk.reply(c)
  expect(await desk.slaEvents(c)).toEqual(['first_response met 09:00', 'next_response met 11:00'])
})
