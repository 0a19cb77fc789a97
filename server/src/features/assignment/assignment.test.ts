import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockById } from '../../conversation-access.ts'
import { eventually } from '../../testing/web-sockets.ts'
import { assignTeam } from '../conversations/assign-team.ts'
import {
  admin,
  createWaiting,
  engines,
  getExplanation,
  linesOf,
  member,
  setAvailability,
  setUpAssignment,
  status,
  t,
  team,
  toTeam,
  toUser,
  userOf,
  usersOf,
} from './assignment-suite.ts'
import { assignmentEngine } from './engine.ts'

setUpAssignment()

test('a conversation that enters a team is assigned immediately, in turn, by the system and with an explanation', async () => {
  const billing = await team()
  const [ana, bo] = [await member([billing.id]), await member([billing.id], { status: 'away' })]
  const conversations = await createWaiting(billing, 3)
  expect(await usersOf(conversations)).toEqual([ana.id, bo.id, ana.id])
  const [first] = conversations
  if (!first) throw new Error('No conversation')
  expect((await linesOf(first))[0]).toMatchObject({
    sender_id: t.system.id,
    activity: {
      type: 'assigned_user',
      why: {
        by: 'assignment',
        method: 'Round robin',
        team_id: billing.id,
        team: billing.name,
        members: [
          { agent_id: ana.id, load: 0, passed_over: null },
          { agent_id: bo.id, load: 0, passed_over: 'chosen_before' },
        ],
      },
    },
  })
  const [assigned, teamAssigned] = await t.db
    .selectFrom('events')
    .select(['id', 'type', 'cause_id', 'depth', 'actor_kind'])
    .where('conversation_id', '=', first.id)
    .where('type', 'in', ['conversation.team_assigned', 'conversation.user_assigned'])
    .orderBy('id', 'desc')
    .execute()
  expect(assigned).toMatchObject({ actor_kind: 'system', cause_id: teamAssigned?.id, depth: 1 })
})

test('replacing the members of a team keeps the round robin order', async () => {
  const sales = await team()
  const [ana, bo] = [await member([sales.id]), await member([sales.id])]
  expect(await usersOf(await createWaiting(sales, 1))).toEqual([ana.id])
  await admin.put(`/api/v1/teams/${sales.id}`, {
    name: sales.name,
    conversation_assignment_type: 'Round robin',
    member_ids: [ana.id, bo.id],
  })
  expect(await usersOf(await createWaiting(sales, 2))).toEqual([bo.id, ana.id])
})

test('least busy counts active conversations across all teams, but not closed ones', async () => {
  const [one, other] = [await team('Least busy'), await team('Manual')]
  const [ana, bo] = [await member([one.id, other.id]), await member([one.id])]
  for (let n = 0; n < 2; n++)
    await t.make.conversation({ assigned_user_id: ana.id, assigned_team_id: other.id })
  for (let n = 0; n < 3; n++) {
    const c = await t.make.conversation({ assigned_user_id: bo.id })
    await status(c, 'Resolved')
  }
  expect(await usersOf(await createWaiting(one, 4))).toEqual([bo.id, bo.id, ana.id, bo.id])
})

test('auto-assignment skips members who cannot see or reply to a conversation, or who are away, reassigning, offline or disabled', async () => {
  const mixed = await team()
  for (const away of ['away_manual', 'away_and_reassigning', 'offline'] as const)
    await member([mixed.id], { status: away })
  await member([mixed.id], { permissions: ['conversations:read', 'conversations:read_assigned'] })
  await member([mixed.id], { permissions: ['messages:write', 'conversations:read'] })
  const disabled = await member([mixed.id])
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', disabled.id).execute()
  const [c] = await createWaiting(mixed, 1)
  if (!c) throw new Error('No conversation')
  expect(await userOf(c)).toBeNull()
  expect(await t.events(c.id)).not.toContain('conversation.user_assigned')
  const present = await member([mixed.id], { status: 'offline' })
  await setAvailability(present, 'online')
  await engines.settle()
  expect(await userOf(c)).toBe(present.id)
  expect(
    (await linesOf(c))[0].activity.why.members.map((one: { passed_over: string }) => one.passed_over).sort(),
  ).toEqual([null, 'away', 'disabled', 'may_not_reply', 'may_not_reply', 'offline', 'reassigning'].sort())
})

test('teams with manual assignment and closed conversations are not auto-assigned', async () => {
  const manual = await team('Manual')
  await member([manual.id])
  expect(await usersOf(await createWaiting(manual, 1))).toEqual([null])
  const round = await team()
  await member([round.id])
  const c = await t.make.conversation()
  await status(c, 'Closed')
  await toTeam(c, round)
  await engines.settle()
  expect(await userOf(c)).toBeNull()
  const closed = await t.make.conversation({ assigned_team_id: null })
  await t.db
    .updateTable('conversations')
    .set({ status_id: 4, status_category: 'closed', assigned_team_id: round.id })
    .where('id', '=', closed.id)
    .execute()
  await admin.put(`/api/v1/teams/${round.id}`, {
    name: round.name,
    conversation_assignment_type: 'Least busy',
  })
  await engines.settle()
  expect(await userOf(closed)).toBeNull()
})

test('a manual assignment wins, even one made while auto-assignment is running', async () => {
  const support = await team()
  const [, bo] = [await member([support.id]), await member([])]
  const c = await t.make.conversation()
  await toTeam(c, support)
  await toUser(c, bo)
  await engines.settle()
  expect(await userOf(c)).toBe(bo.id)

  const d = await t.make.conversation()
  await toTeam(d, support)
  const { jobs, consumers } = assignmentEngine(t)
  expect(consumers).toHaveLength(1)
  // Auto-assignment waits for the lock of an agent who is changing the conversation, then re-checks it.
  let run: Promise<void> | undefined
  await t.act(t.system, async (tx) => {
    await lockById(tx, d.id)
    run = jobs.hand_out?.({ team_id: support.id })
    await waitsForLock()
    await tx.db.updateTable('conversations').set({ assigned_user_id: bo.id }).where('id', '=', d.id).execute()
  })
  await run
  expect(await userOf(d)).toBe(bo.id)
  expect(await t.events(d.id)).not.toContain('conversation.user_assigned')
})

/** Waits until this many statements of this database are blocked by a lock. */
const waitsForLock = (count = 1) =>
  eventually(async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select count(*) >= ${count} as waits from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      t.db,
    )
    return rows[0]?.waits === true
  })

test('two teams that assign at the same time do not exceed the limit of an agent they share', async () => {
  const [one, other] = [await team('Round robin', { max: 2 }), await team('Least busy', { max: 2 })]
  const ana = await member([one.id, other.id])
  const conversations: { id: number }[] = []
  for (const { id } of [one, other])
    for (let n = 0; n < 2; n++) conversations.push(await t.make.conversation({ assigned_team_id: id }))
  const { jobs } = assignmentEngine(t)
  const runs: (Promise<void> | undefined)[] = []
  // The first run has read Ana's load and waits for the lock of a conversation that is being changed.
  await t.act(t.system, async (tx) => {
    await lockById(tx, conversations[0]?.id ?? 0)
    runs.push(jobs.hand_out?.({ team_id: one.id }))
    await waitsForLock()
    runs.push(jobs.hand_out?.({ team_id: other.id }))
    await Promise.race([runs[1], waitsForLock(2)])
  })
  await Promise.all(runs)
  expect((await usersOf(conversations)).filter((id) => id === ana.id)).toHaveLength(2)
})

test('a loop between rules and auto-assignment comes to an end', async () => {
  const looping = await team()
  await member([looping.id])
  const c = await t.make.conversation()
  await t.act({ ...t.system, cause: { id: 1, depth: 4 } }, async (tx) => {
    const row = await lockById(tx, c.id)
    if (row) await assignTeam(tx, row, looping.id)
  })
  await engines.settle()
  expect(await userOf(c)).toBeNull()
  expect(await getExplanation(c)).toMatchObject({ state: 'stopped' })
})

test('the explanation of an unassigned conversation lists the members, the queue position and the opening time', async () => {
  const support = await team('Round robin', { max: 1 })
  const ana = await member([support.id])
  const bo = await member([support.id], { status: 'away_manual' })
  const [one, two, three] = await createWaiting(support, 3)
  if (!one || !two || !three) throw new Error('Too few conversations')
  expect(await getExplanation(one)).toMatchObject({ state: 'taken', members: [] })
  expect(await getExplanation(three)).toEqual({
    state: 'nobody',
    team_id: support.id,
    team: support.name,
    method: 'Round robin',
    opens_at: null,
    ahead: 1,
    members: [
      { agent_id: bo.id, agent: expect.any(String), load: 0, passed_over: 'away' },
      { agent_id: ana.id, agent: expect.any(String), load: 1, passed_over: 'full' },
    ],
  })
  await setAvailability(bo, 'online')
  expect(await getExplanation(two)).toMatchObject({ state: 'soon', ahead: 0 })
  await engines.settle()
  expect(await getExplanation(two)).toMatchObject({ state: 'taken' })

  const alone = await t.make.conversation()
  expect(await getExplanation(alone)).toMatchObject({ state: 'no_team' })
  await toTeam(alone, await team('Manual'))
  expect(await getExplanation(alone)).toMatchObject({ state: 'manual' })
  await toTeam(alone, support)
  await status(alone, 'Closed')
  expect(await getExplanation(alone)).toMatchObject({ state: 'closed' })
})

test('a thousand conversations assigned by four nodes at once are spread evenly, none twice', async () => {
  const busy = await team('Round robin')
  const quick = await team('Least busy')
  const agents = []
  for (let n = 0; n < 7; n++) agents.push(await member([busy.id, quick.id]))
  const inbox = await t.make.inbox()
  const contact = (await t.make.conversation({ inbox_id: inbox.id })).contact_id
  for (const { id } of [busy, quick])
    await sql`insert into conversations (created_at, updated_at, contact_id, inbox_id, status_id, status_category, last_message_at, assigned_team_id)
      select ${t.clock.now()}, ${t.clock.now()}, ${contact}, ${inbox.id}, 1, 'open', ${t.clock.now()}, ${id} from generate_series(1, 500)`.execute(
      t.db,
    )
  const { jobs } = assignmentEngine(t)
  await Promise.all(
    [busy, quick, busy, quick].map(({ id }) => jobs.hand_out?.({ team_id: id }) ?? Promise.reject()),
  )
  for (const { id } of [busy, quick]) {
    const { rows } = await sql<{ agent_id: number; count: number }>`
      select assigned_user_id as agent_id, count(*)::int as count from conversations where assigned_team_id = ${id} group by 1`.execute(
      t.db,
    )
    expect(rows.map((row) => row.agent_id).sort()).toEqual(agents.map((one) => one.id).sort())
    const counts = rows.map((row) => row.count)
    expect(counts.reduce((sum, count) => sum + count)).toBe(500)
    if (id === busy.id) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  }
  const { rows: all } = await sql<{ count: number }>`
    select count(*)::int as count from conversations where assigned_team_id in (${busy.id}, ${quick.id}) group by assigned_user_id`.execute(
    t.db,
  )
  expect(
    Math.max(...all.map((row) => row.count)) - Math.min(...all.map((row) => row.count)),
  ).toBeLessThanOrEqual(2)
  const { rows: doubled } = await sql<{ count: number }>`
    select count(*)::int as count from events e join conversations c on c.id = e.conversation_id
    where e.type = 'conversation.user_assigned' and c.assigned_team_id in (${busy.id}, ${quick.id}) group by e.conversation_id having count(*) > 1`.execute(
    t.db,
  )
  expect(doubled).toEqual([])
}, 60_000)
