import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import {
  addLogFields,
  currentScope,
  isObserved,
  type Operation,
  observe,
  subscribeToOperations,
  withLogFields,
} from './operation.ts'

function captureLog() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  /** The fields of each line, without those that every line has. */
  const fields = () => lines.map(({ level, time, msg, ...rest }) => rest)
  return { log, fields }
}

const subscribe = () => {
  const operations: Operation[] = []
  onTestFinished(subscribeToOperations({ onEnd: (operation) => void operations.push(operation) }))
  return operations
}

test('everything that an operation logs has its fields, across awaits and in what it calls', async () => {
  const { log, fields } = captureLog()
  const secondEnds = Promise.withResolvers<void>()
  const run = (id: number, after?: Promise<void>) =>
    observe(
      { kind: 'mail_processing', source: 'smtp' },
      async () => {
        await after
        log.info({ step: id }, 'read')
        await observe({ kind: 'transaction' }, async () => log.info({ step: id }, 'stored'))
      },
      { log_fields: { delivery_id: id } },
    )
  await Promise.all([run(1, secondEnds.promise), run(2).then(secondEnds.resolve)])
  log.info({}, 'outside')
  expect(fields()).toEqual([
    { delivery_id: 2, step: 2 },
    { delivery_id: 2, step: 2 },
    { delivery_id: 1, step: 1 },
    { delivery_id: 1, step: 1 },
    {},
  ])
})

test("a line's own fields win, and appear once", () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  withLogFields({ delivery_id: 1 }, () => log.info({ delivery_id: 2 }, 'moved'))
  expect(lines.join().match(/delivery_id/g)).toHaveLength(1)
  expect(JSON.parse(lines.join()).delivery_id).toBe(2)
})

test('fields that become known inside an operation without fields of its own are on the lines around it', async () => {
  const { log, fields } = captureLog()
  subscribe()
  await withLogFields({ consumer: 'sla' }, async () => {
    await observe({ kind: 'transaction' }, async () => addLogFields({ first_event_id: 7 }))
    log.info({}, 'failed')
  })
  expect(fields()).toEqual([{ consumer: 'sla', first_event_id: 7 }])
})

test('a root operation inherits nothing from what happens to start it', async () => {
  const { log, fields } = captureLog()
  await withLogFields({ request_id: 'a' }, () =>
    observe({ kind: 'webhook_attempt' }, async () => log.info({}, 'sent'), {
      log_fields: { webhook_delivery_id: 1 },
      root: true,
    }),
  )
  expect(fields()).toEqual([{ webhook_delivery_id: 1 }])
})

test('subscribers see the end of an operation, its error and its details', async () => {
  const operations = subscribe()
  const failing = observe({ kind: 'sandbox_task', task: 'thumbnail' }, async () => {
    throw new Error('too large')
  })
  await expect(failing).rejects.toThrow('too large')
  expect(operations).toMatchObject([
    { details: { kind: 'sandbox_task', task: 'thumbnail' }, error: { message: 'too large' } },
  ])
})

test('nothing is created for an operation that no one observes', async () => {
  expect(isObserved()).toBe(false)
  const scope = await observe({ kind: 'transaction' }, async () => currentScope())
  expect(scope).toBeUndefined()
})
