import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { confirmLive, markPaused, startWhenLive } from './paused-copy.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { eventually } from './testing/web-sockets.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const pause = () =>
  markPaused(t.pool, { since: t.clock.now().toISOString(), backup_of: null, moved_to: null })
const goLive = () => t.act(t.system, confirmLive)
const lostConnection = () => Object.assign(new Error('terminating connection'), { code: '57P01' })
const deps = () => ({ db: t.db, log: createLog('silent') })

test('work whose first start fails with the database is started again after the workspace went live', async () => {
  await pause()
  let attempts = 0
  let isRunning = false
  const part = await startWhenLive(deps(), async () => {
    attempts++
    if (attempts === 1) throw lostConnection()
    isRunning = true
    return {
      stop: async () => {
        isRunning = false
      },
    }
  })
  await goLive()
  await eventually(async () => isRunning)
  expect(attempts).toBe(2)
  await part.stop()
  expect(isRunning).toBe(false)
})

test('stopping ends the retries while the database stays away', async () => {
  await pause()
  let attempts = 0
  const part = await startWhenLive(deps(), () => {
    attempts++
    return Promise.reject(lostConnection())
  })
  await goLive()
  await eventually(async () => attempts > 1)
  await part.stop()
  const attemptsBefore = attempts
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(attempts).toBe(attemptsBefore)
})
