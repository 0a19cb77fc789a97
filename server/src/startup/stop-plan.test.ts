import { expect, test } from 'vitest'
import { createStopPlan, type PartKind } from './stop-plan.ts'

const never = () => new Promise<void>(() => {})
const limits = { entrance: 200, worker: 400, helper: 450, base: Number.POSITIVE_INFINITY }

function recordStops() {
  const plan = createStopPlan(limits)
  const stops: string[] = []
  const add = (name: string, kind: PartKind, stop: () => Promise<void> = async () => {}) =>
    plan.add(
      {
        stop: () => {
          stops.push(name)
          return stop()
        },
      },
      kind,
    )
  return { plan, stops, add }
}

test('entrances stop at the same time, then workers, then the others in reverse order', async () => {
  const { plan, stops, add } = recordStops()
  const web = Promise.withResolvers<void>()
  add('database', 'base')
  add('parser', 'helper')
  add('jobs', 'worker')
  add('log', 'helper')
  add('receiver', 'entrance')
  add('health', 'entrance', async () => web.resolve())
  add('web', 'entrance', () => web.promise)
  await plan.stop()
  expect(stops).toEqual(['web', 'health', 'receiver', 'jobs', 'log', 'parser', 'database'])
})

test('parts that hang or fail take no time from those that must be stopped', async () => {
  const { plan, stops, add } = recordStops()
  let isDatabaseStopped = false
  add('database', 'base', async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    isDatabaseStopped = true
  })
  add('parser', 'helper', never)
  add('jobs', 'worker', never)
  add('web', 'entrance', never)
  add('receiver', 'entrance', () => Promise.reject(new Error('It fails')))
  const startedAt = performance.now()
  await expect(plan.stop()).rejects.toThrow('It fails')
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(stops).toEqual(['receiver', 'web', 'jobs', 'parser', 'database'])
  expect(isDatabaseStopped).toBe(true)
})

test('jobs get the time that entrances did not need', async () => {
  const { plan, add } = recordStops()
  let isDone = false
  add('jobs', 'worker', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    isDone = true
  })
  add('receiver', 'entrance')
  await plan.stop()
  expect(isDone).toBe(true)
})
