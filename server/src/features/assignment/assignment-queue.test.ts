import { expect, test } from 'vitest'
import { lockById } from '../../conversation-access.ts'
import { json } from '../../db/json.ts'
import { assignTeam } from '../conversations/assign-team.ts'
import {
  admin,
  createWaiting,
  engines,
  getExplanation,
  member,
  setUpAssignment,
  status,
  t,
  team,
  toUser,
  userOf,
  usersOf,
} from './assignment-suite.ts'

setUpAssignment()

test('an agent at capacity gets nothing; when capacity frees up, the longest-waiting conversation is assigned first', async () => {
  const full = await team('Round robin', { max: 2 })
  const ana = await member([full.id])
  const conversations = await createWaiting(full, 4)
  const [one, two, three, four] = conversations
  if (!one || !two || !three || !four) throw new Error('Too few conversations')
  expect(await usersOf(conversations)).toEqual([ana.id, ana.id, null, null])
  await status(two, 'Resolved')
  await engines.settle()
  expect(await usersOf(conversations)).toEqual([ana.id, ana.id, ana.id, null])
  const bo = await member([])
  await toUser(one, bo)
  await engines.settle()
  expect(await userOf(four)).toBe(ana.id)
})

test('a member at capacity does not block the others', async () => {
  const capped = await team('Round robin', { max: 1 })
  const [ana, bo] = [await member([capped.id]), await member([capped.id])]
  const busy = await t.make.conversation({ assigned_user_id: ana.id })
  expect(busy.assigned_user_id).toBe(ana.id)
  expect(await usersOf(await createWaiting(capped, 2))).toEqual([bo.id, null])
})

test('waiting conversations are assigned when a member is added, capacity frees up, or automatic assignment is turned on', async () => {
  const manual = await team('Manual', { max: 1 })
  const saveTeam = (more: object) =>
    admin.put(`/api/v1/teams/${manual.id}`, {
      name: manual.name,
      max_auto_assigned_conversations: 1,
      ...more,
    })
  const conversations = await createWaiting(manual, 3)
  await saveTeam({ conversation_assignment_type: 'Round robin' })
  await engines.settle()
  expect(await usersOf(conversations)).toEqual([null, null, null])
  const ana = await member([])
  await saveTeam({ conversation_assignment_type: 'Round robin', member_ids: [ana.id] })
  await engines.settle()
  expect(await usersOf(conversations)).toEqual([ana.id, null, null])
  await saveTeam({ conversation_assignment_type: 'Round robin', max_auto_assigned_conversations: 2 })
  await engines.settle()
  expect(await usersOf(conversations)).toEqual([ana.id, ana.id, null])
})

test('waiting conversations are assigned when a role gains the permission to reply', async () => {
  const waiting = await team()
  const ana = await member([waiting.id], { permissions: ['conversations:read'] })
  const [c] = await createWaiting(waiting, 1)
  if (!c) throw new Error('No conversation')
  const { role_id } = await t.db
    .selectFrom('agent_roles')
    .select('role_id')
    .where('agent_id', '=', ana.id)
    .executeTakeFirstOrThrow()
  await admin.put(`/api/v1/roles/${role_id}`, {
    name: 'May answer',
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:write'],
  })
  await engines.settle()
  expect(await userOf(c)).toBe(ana.id)
})

test('a team is assigned nothing outside its business hours; waiting conversations are assigned when it opens', async () => {
  const day = { open: '09:00', close: '17:00', spans: [{ open: '09:00', close: '17:00' }] }
  const hours = await t.db
    .insertInto('business_hours')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      name: 'Weekdays',
      hours: json({ Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const office = await team('Round robin', { hours: hours.id })
  const ana = await member([office.id])
  await engines.advanceTo(new Date('2026-03-06T18:00:00Z'))
  const conversations = await createWaiting(office, 2)
  expect(await usersOf(conversations)).toEqual([null, null])
  expect(await getExplanation(conversations[1] ?? { uuid: '' })).toMatchObject({
    state: 'closed_hours',
    opens_at: '2026-03-09T09:00:00.000Z',
    ahead: 1,
    members: [{ passed_over: 'closed_hours' }],
  })
  await engines.advanceTo(new Date('2026-03-09T08:59:59Z'))
  expect(await usersOf(conversations)).toEqual([null, null])
  await engines.advanceTo(new Date('2026-03-09T09:00:00Z'))
  expect(await usersOf(conversations)).toEqual([ana.id, ana.id])
})

test('the longest-waiting customer is assigned first, and conversations that await no reply come last', async () => {
  const queued = await team('Round robin', { max: 1 })
  const ana = await member([queued.id])
  const [busy] = await createWaiting(queued, 1)
  const conversations = await createWaiting(queued, 4)
  const [none, late, early, trashed] = conversations
  if (!busy || !none || !late || !early || !trashed) throw new Error('Too few conversations')
  const waits = (c: { id: number }, time: string | null) =>
    t.db
      .updateTable('conversations')
      .set({ waiting_since: time === null ? null : new Date(`2026-01-01T${time}Z`) })
      .where('id', '=', c.id)
      .execute()
  await waits(none, null)
  await waits(late, '12:00')
  await waits(early, '09:00')
  await waits(trashed, '08:00')
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: t.clock.now() })
    .where('id', '=', trashed.id)
    .execute()
  const order: { id: number }[] = []
  for (let next: { uuid: string } = busy; order.length < 3; ) {
    await status(next, 'Resolved')
    await engines.settle()
    const support = []
    for (const c of [none, late, early, trashed])
      if (!order.includes(c) && (await userOf(c)) === ana.id) support.push(c)
    if (!support[0] || support.length > 1) throw new Error(`${support.length} were handed out`)
    next = support[0]
    order.push(support[0])
  }
  expect(order).toEqual([early, late, none])
})

test('conversations that cannot be assigned do not block others, however many there are', async () => {
  const support = await team()
  const ana = await member([support.id])
  const blocked: { id: number }[] = []
  for (let n = 0; n < 25; n++) blocked.push(await t.make.conversation())
  await t.act({ ...t.system, cause: { id: 1, depth: 4 } }, async (tx) => {
    for (const c of blocked) {
      const row = await lockById(tx, c.id)
      if (row) await assignTeam(tx, row, support.id)
    }
  })
  const [free] = await createWaiting(support, 1)
  if (!free) throw new Error('No conversation')
  expect(await userOf(free)).toBe(ana.id)
  expect((await usersOf(blocked)).filter((user) => user !== null)).toEqual([])
})
