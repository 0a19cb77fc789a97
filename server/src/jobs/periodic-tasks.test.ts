import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually } from '../testing/web-sockets.ts'
import { startPeriodicTasks } from './periodic-tasks.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a chore comes round again, also after it failed, and ends when told', async () => {
  let turns = 0
  const chores = startPeriodicTasks(t.db, t.log, [
    {
      name: 'again',
      every_ms: 10,
      run: async () => {
        turns += 1
        if (turns === 1) throw new Error('not this time')
      },
    },
  ])
  await eventually(() => turns >= 3)
  await chores.stop()
  const after = turns
  let looks = 0
  const other = startPeriodicTasks(t.db, t.log, [{ name: 'clock', every_ms: 10, run: async () => looks++ }])
  await eventually(() => looks >= 5)
  await other.stop()
  expect(turns).toBe(after)
})

test('what is to be done at the start waits for no interval', async () => {
  let turns = 0
  const once = { name: 'at once', every_ms: 3_600_000, at_start: true, run: async () => turns++ }
  const later = { ...once, name: 'later', at_start: false, run: async () => expect.unreachable() }
  const chores = startPeriodicTasks(t.db, t.log, [once, later])
  await eventually(() => turns === 1)
  await chores.stop()
})

test('of several nodes one does a chore at a time, and one that takes long is not begun again beside itself', async () => {
  let [begun, atOnce, most] = [0, 0, 0]
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const chore = {
    name: 'alone',
    every_ms: 10,
    run: async () => {
      begun += 1
      atOnce += 1
      most = Math.max(most, atOnce)
      if (begun === 1) await mayEnd
      atOnce -= 1
    },
  }
  const nodes = [startPeriodicTasks(t.db, t.log, [chore]), startPeriodicTasks(t.db, t.log, [chore])]
  await eventually(() => begun === 1)
  let looks = 0
  const other = startPeriodicTasks(t.db, t.log, [
    { name: 'bystander', every_ms: 10, run: async () => looks++ },
  ])
  await eventually(() => looks >= 5) // time passed, in which both nodes came round
  expect(begun).toBe(1)
  end()
  await eventually(() => begun > 3)
  await Promise.all([...nodes, other].map((node) => node.stop()))
  expect(most).toBe(1)
})
