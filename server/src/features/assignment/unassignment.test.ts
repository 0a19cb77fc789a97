import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { lockById } from '../../conversation-access.ts'
import { removeUser } from '../conversations/assign-user.ts'
import { handleCustomerReply } from '../conversations/handle-customer-reply.ts'
import {
  admin,
  boss,
  createWaiting,
  engines,
  linesOf,
  member,
  path,
  setAvailability,
  setUpAssignment,
  status,
  t,
  team,
  toTeam,
  userOf,
  usersOf,
} from './assignment-suite.ts'

setUpAssignment()

test('an agent who is reassigning loses a conversation to the team when the customer replies; other agents keep theirs', async () => {
  const support = await team()
  const [ana, bo] = [await member([support.id]), await member([support.id])]
  const [c] = await createWaiting(support, 1)
  if (!c) throw new Error('No conversation')
  expect(await userOf(c)).toBe(ana.id)
  await setAvailability(ana, 'away_and_reassigning')
  await engines.settle()
  expect(await userOf(c)).toBe(ana.id)
  await t.act(t.system, async (tx) => {
    const row = await lockById(tx, c.id)
    if (row) await handleCustomerReply(tx, row)
  })
  await engines.settle()
  expect(await userOf(c)).toBe(bo.id)
})

test('a manually unassigned agent does not get the conversation back; another member does', async () => {
  const support = await team('Least busy')
  const ana = await member([support.id])
  const [c] = await createWaiting(support, 1)
  if (!c) throw new Error('No conversation')
  await admin.put(`${path(c)}/assignee/user/remove`, {})
  await engines.settle()
  expect(await userOf(c)).toBeNull()
  const bo = await member([support.id], { status: 'offline' })
  await setAvailability(bo, 'online')
  await engines.settle()
  expect(await userOf(c)).toBe(bo.id)
  expect((await linesOf(c))[0].activity.why.members).toMatchObject([
    { agent_id: bo.id, passed_over: null },
    { agent_id: ana.id, passed_over: 'taken_off' },
  ])
})

test("only a person's unassignment excludes an agent, and only until the conversation enters the queue again", async () => {
  const support = await team()
  const ana = await member([support.id])
  const [byKey, bySystem, moved, answered] = await createWaiting(support, 4)
  if (!byKey || !bySystem || !moved || !answered) throw new Error('Too few conversations')
  const takeOff = (actor: Actor, c: { id: number }) =>
    t.act(actor, async (tx) => {
      const row = await lockById(tx, c.id)
      if (row) await removeUser(tx, row)
    })
  await takeOff({ ...boss, kind: 'api_key' }, byKey)
  await takeOff(t.system, bySystem)
  // A different team has different members; that Ana is in both is a coincidence.
  const other = await team()
  await t.db.insertInto('team_members').values({ team_id: other.id, agent_id: ana.id }).execute()
  await toTeam(moved, other)
  await takeOff(boss, answered)
  await engines.settle()
  expect(await usersOf([byKey, bySystem, moved, answered])).toEqual([null, ana.id, ana.id, null])
  await status(answered, 'Closed')
  await t.act(t.system, async (tx) => {
    const row = await lockById(tx, answered.id)
    if (row) await handleCustomerReply(tx, row)
  })
  await engines.settle()
  expect(await userOf(answered)).toBe(ana.id)
})
