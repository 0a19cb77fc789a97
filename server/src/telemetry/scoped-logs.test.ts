import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startQueue } from '../jobs/queue.ts'
import { createLog } from '../log.ts'
import { runConsumer } from '../spine/consumer.ts'
import { handleEachInSavepoint } from '../spine/handle-each.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

type Line = Record<string, unknown>
function captureLog() {
  const lines: Line[] = []
  return { lines, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) }
}
const waitForLine = async (lines: Line[], msg: string) => {
  await expect.poll(() => lines.find((line) => line.msg === msg)).toBeDefined()
  return lines.find((line) => line.msg === msg)
}

test('the lines of a job have its name and id, also the one that says why it failed', async () => {
  const { lines, log } = captureLog()
  const jobs = {
    ring: async () => {
      log.info({}, 'ringing')
      throw new Error('no bell')
    },
  }
  await t.act(t.system, (tx) => tx.enqueue('ring', {}, { run_at: new Date(0), max_attempts: 1 }))
  const queue = await startQueue({ ...t, log }, jobs)
  onTestFinished(() => queue.stop())
  const failure = await waitForLine(lines, 'a job failed and will be retried')
  expect(failure).toMatchObject({ job: 'ring', job_id: expect.stringMatching(/^\d+$/), reason: 'no bell' })
  expect(lines.find(({ msg }) => msg === 'ringing')).toMatchObject({ job: 'ring', job_id: failure?.job_id })
})

test('the lines of a batch have its consumer and events, also the one that says that it failed', async () => {
  const { lines, log } = captureLog()
  let fails = true
  const stop = runConsumer(
    { act: t.act, system: t.system, wake: t.wake, log },
    {
      name: 'sample',
      from: 'start',
      async handle(tx, events) {
        if (fails) {
          fails = false
          throw new Error('not now')
        }
        await handleEachInSavepoint(tx, 'sample', events, async () => log.info({}, 'handled'))
      },
    },
  )
  onTestFinished(stop)
  await t.act(t.system, (tx) => tx.record({ type: 'tag.created', object: { type: 'tag', id: 1 } }))
  expect(await waitForLine(lines, 'a batch of events failed')).toMatchObject({
    consumer: 'sample',
    reason: 'not now',
    first_event_id: expect.any(Number),
    last_event_id: expect.any(Number),
  })
  expect(await waitForLine(lines, 'handled')).toMatchObject({
    consumer: 'sample',
    event_id: expect.any(Number),
  })
})

test('work after a commit is done once it is durable, and not after a rollback', async () => {
  const done: string[] = []
  await t.act(t.system, async (tx) => {
    tx.afterCommit(() => done.push('committed'))
    expect(done).toEqual([])
  })
  const failing = t.act(t.system, async (tx) => {
    tx.afterCommit(() => done.push('rolled back'))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(done).toEqual(['committed'])
})
