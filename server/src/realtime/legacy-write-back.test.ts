import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { lockById } from '../conversation-access.ts'
import type { Tx } from '../db/transaction.ts'
import { assignTeam } from '../features/conversations/assign-team.ts'
import { assignUser } from '../features/conversations/assign-user.ts'
import { setPriority } from '../features/conversations/set-priority.ts'
import { setStatus } from '../features/conversations/set-status.ts'
import { setContactValues } from '../features/custom-attributes/set-contact-values.ts'
import { setConversationValues } from '../features/custom-attributes/set-conversation-values.ts'
import type { ConversationRow } from '../spine/record-event.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually, openSocket } from '../testing/web-sockets.ts'
import { debounceMs } from './legacy-sender.ts'

let t: TestApp
let base: string
beforeAll(async () => {
  t = await startTestApp()
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  await t.db
    .insertInto('custom_attribute_definitions')
    .values(
      (['conversation', 'contact'] as const).map((applies_to) => ({
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
        name: 'Plan',
        key: 'plan',
        applies_to,
        data_type: 'text' as const,
      })),
    )
    .execute()
})
afterAll(() => t.stop())

const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
type Update = { uuid: string; prop: string; value: unknown }

/** How a client saves the value of a property. */
function toRequest({ prop, value }: Update): [method: string, path: string, body?: unknown] | null {
  if (prop === 'tags') return ['POST', '/tags', { tags: value }]
  if (prop === 'priority') return ['PUT', '/priority', { priority: value }]
  if (prop === 'status') return ['PUT', '/status', { status: value }]
  if (prop === 'snoozed_until')
    return value ? ['PUT', '/status', { status: 'Snoozed', snoozed_until: value }] : null
  if (prop === 'custom_attributes') return ['PUT', '/custom-attributes', value]
  if (prop === 'contact.custom_attributes') return ['PUT', '/contacts/custom-attributes', value]
  const assignee = /^assigned_(user|team)_id$/.exec(prop)?.[1]
  if (!assignee) return null
  return value === null
    ? ['PUT', `/assignee/${assignee}/remove`]
    : ['PUT', `/assignee/${assignee}`, { assignee_id: value }]
}

/** A client on plain `/ws` that saves every property it receives over HTTP, in order of arrival. */
async function writeBackClient(agent: Actor) {
  const { token } = await t.as(agent)
  const headers = { cookie: `parley_session=${token}; csrf_token=test` }
  const socket = await openSocket(t, '/ws', headers)
  socket.send('ping')
  await socket.until((frames) => frames.includes('pong'))
  let writes = 0
  let handled = 0
  let activeAt = performance.now()
  const pendingRequests = new Set<Promise<unknown>>()
  const timer = setInterval(() => {
    for (; handled < socket.frames.length; handled++) {
      activeAt = performance.now()
      const { type, data } = socket.frames[handled]
      const write = type === 'conversation_prop_update' ? toRequest(data) : null
      if (!write) continue
      writes++
      const [method, rest, body] = write
      const response = fetch(base + path(data, rest), {
        method,
        headers: { ...headers, 'x-csrftoken': 'test', 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }).finally(() => {
        activeAt = performance.now()
        pendingRequests.delete(response)
      })
      pendingRequests.add(response)
    }
  }, 2)
  return {
    frames: socket.frames,
    writes: () => writes,
    isAtRest: () =>
      handled === socket.frames.length &&
      pendingRequests.size === 0 &&
      performance.now() - activeAt > 4 * debounceMs,
    stop: () => {
      clearInterval(timer)
      socket.close()
    },
  }
}

/** Two clients react to each other's writes as well as to the change. They must settle after receiving it. */
async function runUntilSettled(change: () => Promise<unknown>, hasArrived: (types: string[]) => boolean) {
  const clients = [
    await writeBackClient(await t.make.agent()),
    await writeBackClient(await t.make.agent()),
  ] as const
  try {
    await change()
    for (const { frames } of clients) await eventually(() => hasArrived(frames.map((frame) => frame.type)))
    await eventually(() => clients.every((client) => client.isAtRest()))
    return {
      writes: clients[0].writes() + clients[1].writes(),
      props: clients.map((client) =>
        client.frames
          .filter((frame) => frame.type === 'conversation_prop_update')
          .map((frame) => frame.data.prop),
      ),
    }
  } finally {
    for (const client of clients) client.stop()
  }
}

const hasMessageCount = (count: number) => (types: string[]) =>
  types.filter((type) => type === 'new_message').length === count

const countActivityLines = async (c: ConversationRow) =>
  (
    await t.db
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', c.id)
      .where('type', '=', 'activity')
      .execute()
  ).length

test('two tag changes within one round trip are never sent to a client that saves them back', async () => {
  const bo = await t.as(await t.make.agent())
  const [a, b, c] = [await t.make.tag(), await t.make.tag(), await t.make.conversation()]
  const outcome = await runUntilSettled(async () => {
    await bo.post(path(c, '/tags'), { tags: [a.name] })
    await bo.post(path(c, '/tags'), { tags: [b.name] })
  }, hasMessageCount(3))
  expect(outcome).toEqual({ writes: 0, props: [[], []] })
  expect((await bo.get(path(c))).body.data.tags).toEqual([b.name])
  expect(await countActivityLines(c)).toBe(3)
})

/** Two changes of each property that a client may save back, and how to read the final value. */
const cases: Record<
  string,
  () => Promise<{ changes: ((tx: Tx, c: ConversationRow) => Promise<unknown>)[]; last: object }>
> = {
  priority: async () => ({
    changes: [(tx, c) => setPriority(tx, c, 'High'), (tx, c) => setPriority(tx, c, 'Low')],
    last: { priority: 'Low' },
  }),
  status: async () => ({
    changes: [
      (tx, c) => setStatus(tx, c, { status: 'Closed' }),
      (tx, c) => setStatus(tx, c, { status: 'Open' }),
    ],
    last: { status: 'Open' },
  }),
  snooze: async () => {
    const until = (hours: number) => new Date(t.clock.now().getTime() + hours * 3_600_000)
    return {
      changes: [1, 2].map(
        (hours) => (tx, c) => setStatus(tx, c, { status: 'Snoozed', snoozed_until: until(hours) }),
      ),
      last: { status: 'Snoozed', snoozed_until: until(2).toISOString() },
    }
  },
  assignee: async () => {
    const [one, other] = [await t.make.agent(), await t.make.agent()]
    return {
      changes: [one, other].map((agent) => (tx, c) => assignUser(tx, c, agent.id)),
      last: { assigned_user_id: other.id },
    }
  },
  team: async () => {
    const [one, other] = [await t.make.team(), await t.make.team()]
    return {
      changes: [one, other].map((team) => (tx, c) => assignTeam(tx, c, team.id)),
      last: { assigned_team_id: other.id, assigned_user_id: null },
    }
  },
  'custom attributes': async () => ({
    changes: ['one', 'other'].map(
      (plan) => (tx, c) => setConversationValues(tx, c, () => Promise.resolve({ plan })),
    ),
    last: { custom_attributes: { plan: 'other' } },
  }),
  'contact attributes': async () => ({
    changes: ['one', 'other'].map(
      (plan) => (tx, c) => setContactValues(tx, c.contact_id, () => Promise.resolve({ plan }), c.id),
    ),
    last: { contact: { custom_attributes: { plan: 'other' } } },
  }),
}

test.each(Object.keys(cases))(
  'clients that save back every property settle after two changes of the %s',
  async (name) => {
    const { changes, last } = (await cases[name]?.()) ?? { changes: [], last: {} }
    const bo = await t.make.agent()
    const c = await t.make.conversation()
    // Both events in one commit, so that a slow machine cannot separate them.
    const outcome = await runUntilSettled(
      () =>
        t.act(bo, async (tx) => {
          for (const change of changes) await change(tx, (await lockById(tx, c.id)) ?? c)
        }),
      (types) => types.includes('conversation_prop_update'),
    )
    // Each client saves the final value of the changed property, once.
    expect(outcome.writes).toBeGreaterThan(0)
    expect(outcome.writes).toBeLessThanOrEqual(6)
    expect((await (await t.as(bo)).get(path(c))).body.data).toMatchObject(last)
    expect(await countActivityLines(c)).toBeLessThanOrEqual(2)
  },
)

test('setting the same tags in another order and case writes nothing', async () => {
  const bo = await t.as(await t.make.agent())
  const [a, b, c] = [await t.make.tag(), await t.make.tag(), await t.make.conversation()]
  await bo.post(path(c, '/tags'), { tags: [a.name, b.name] })
  const before = (await t.events(c.id)).length
  await bo.post(path(c, '/tags'), { tags: [b.name.toUpperCase(), ` ${a.name} `, b.name] })
  await bo.post(path(c, '/tags'), { tags: [a, b] })
  expect((await t.events(c.id)).length).toBe(before)
})

test('snoozing until the current snooze time writes nothing', async () => {
  const bo = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  const snooze = { status: 'Snoozed', snoozed_until: '2h' }
  await bo.put(path(c, '/status'), snooze)
  const before = (await t.events(c.id)).length
  expect((await bo.put(path(c, '/status'), snooze)).status).toBe(200)
  expect((await t.events(c.id)).length).toBe(before)
  await bo.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '3h' })
  expect((await t.events(c.id)).length).toBe(before + 1)
})

test('making the same change eleven times within a minute is refused and stores nothing', async () => {
  const [ana, bo] = [await t.as(await t.make.agent()), await t.as(await t.make.agent())]
  const [c, other] = [await t.make.conversation(), await t.make.conversation()]
  const togglePriority = (who: typeof ana, n: number, where = c) =>
    who.put(path(where, '/priority'), { priority: n % 2 ? 'Low' : 'High' })
  for (let n = 0; n < 20; n++) expect((await togglePriority(ana, n)).status).toBe(200)
  const before = await t.events(c.id)
  const refusal = await togglePriority(ana, 20)
  expect(refusal).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  expect(refusal.body.message).toMatch(/10 times within a minute/)
  expect(await t.events(c.id)).toEqual(before)
  // Setting the current value is not a change.
  expect((await togglePriority(ana, 21)).status).toBe(200)
  // Other agents, changes and conversations are not limited.
  expect((await togglePriority(bo, 0)).status).toBe(200)
  expect((await ana.put(path(c, '/priority'), { priority: 'Medium' })).status).toBe(200)
  expect((await togglePriority(ana, 0, other)).status).toBe(200)
  t.clock.advance(61_000)
  expect((await togglePriority(ana, 0)).status).toBe(200)
})
