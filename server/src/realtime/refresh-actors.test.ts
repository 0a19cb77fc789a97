import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Actor } from '../actor.ts'
import { type LoadActors, refreshActors } from './refresh-actors.ts'
import type { Subscriber } from './subscriber.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const agent = (id: number, ...permissions: string[]): Actor => ({
  kind: 'agent',
  id,
  permissions: new Set(permissions),
  team_ids: [],
  is_admin: false,
})
const connect = (id: number): Subscriber => ({
  actor: agent(id),
  credentials: { session: Buffer.of(id) },
  push() {},
  pushDraft() {},
  pushPresence() {},
  close() {},
})

function start(count: number, loadActors: LoadActors) {
  const subscribers = new Set(Array.from({ length: count }, (_, id) => connect(id)))
  const ended: number[] = []
  const actors = refreshActors(subscribers, loadActors, (subscriber) => {
    subscribers.delete(subscriber)
    ended.push(subscriber.actor.id)
  })
  onTestFinished(() => actors.stop())
  return { subscribers: [...subscribers], actors, ended }
}

test('the permissions of a thousand browsers are read in few queries; those without access are reported', async () => {
  const sizes: number[] = []
  const { subscribers, actors, ended } = start(1_100, async (credentials) => {
    sizes.push(credentials.length)
    return credentials.map((_, index) => (index === 7 ? null : agent(index, 'messages:read')))
  })
  await actors.refresh(subscribers)
  expect(sizes).toEqual([500, 500, 100])
  expect(ended).toEqual([7, 507, 1007])
  expect(subscribers.filter(({ actor }) => actor.permissions.has('messages:read'))).toHaveLength(1_097)
})

test('permissions are read again within half a minute, a tenth a second, also after an error', async () => {
  const sizes: number[] = []
  let fails = false
  const { subscribers, actors, ended } = start(40, async (credentials) => {
    sizes.push(credentials.length)
    if (fails) throw new Error('The database is unavailable')
    return credentials.map((_, index) => agent(index))
  })
  await actors.refresh(subscribers)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(sizes).toEqual([40])
  fails = true
  await vi.advanceTimersByTimeAsync(3_000)
  fails = false
  const failed = sizes.length - 1
  expect(failed).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sizes.slice(1 + failed)).toEqual(Array(10).fill(4))
  expect(ended).toEqual([])
})

test('a slow reading doesn’t replace what was read after it', async () => {
  const answers: ((actors: Actor[]) => void)[] = []
  const { subscribers, actors } = start(1, () => new Promise((resolve) => void answers.push(resolve)))
  const slow = actors.refresh(subscribers)
  vi.advanceTimersByTime(1)
  const quick = actors.refresh(subscribers)
  answers[1]?.([agent(0, 'newer')])
  answers[0]?.([agent(0, 'older')])
  await Promise.all([slow, quick])
  expect(subscribers[0]?.actor.permissions).toEqual(new Set(['newer']))
})
