import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { type RuleFixture, startRuleFixture } from '../../testing/rule-fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const address = 'help@acme.test'
const words = ['casino', 'jackpot', 'winner', 'bonus', 'exclusive', 'congratulations', 'immediately']
const hour = 3_600_000
let t: TestApp
let mail: TestMail
let desk: RuleFixture
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  await t.make.inbox(address)
  desk = await startRuleFixture(t)
  await t.pool.query('update spam_totals set spam = 50, not_spam = 50')
  await t.pool.query("insert into spam_tokens select 'word:' || w, 50, 0 from unnest($1::text[]) w", [words])
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})
beforeEach(() => desk.deleteRules())

let senders = 0
/** The filter moves it, or with other words leaves it in the lists. */
async function receive(text = words.join(' ')) {
  senders += 1
  const from = `person${senders}@sender${senders}.test`
  const delivery = await mail.receive(mail.compose({ to: address, from, subject: 'Hi', text }), address, from)
  return mail.conversation(delivery.conversation_id)
}
const path = (c: { uuid: string }, rest: string) => `/api/v1/conversations/${c.uuid}${rest}`
const post = async (c: { uuid: string }, rest: string) => {
  t.clock.advance(1000)
  expect((await desk.admin.post(path(c, rest))).status).toBe(200)
}
const undo = async (body = {}) => {
  t.clock.advance(1000)
  const { data } = (await desk.admin.post('/api/v1/undo', body)).body
  expect(data.outcomes).toEqual([expect.objectContaining({ ok: true })])
  return data
}

const note = { type: 'send_private_note', value: ['<p>Seen</p>'] }
const runs = async (c: { id: number }) =>
  (await desk.outgoingMessages(c)).filter(({ content }) => content?.includes('Seen')).length

test('mail rescued from spam runs rules, starts its SLA, and is assigned and notified, like mail that just arrived', async () => {
  const agent = await t.make.agent()
  const team = await t.make.team()
  await t.db.insertInto('team_members').values({ team_id: team.id, agent_id: agent.id }).execute()
  const policy = (
    await desk.admin.post('/api/v1/sla', { name: 'Gold', description: '', first_response_time: '4h' })
  ).body.data
  await t.db
    .updateTable('teams')
    .set({ conversation_assignment_type: 'Round robin', sla_policy_id: policy.id })
    .where('id', '=', team.id)
    .execute()
  await t.db
    .updateTable('agents')
    .set({ availability_status: 'online', last_active_at: t.clock.now() })
    .where('id', '=', agent.id)
    .execute()
  await desk.createRule([], [{ type: 'assign_team', value: [String(team.id)] }, note])
  await desk.settle()

  const c = await receive()
  expect(c.trash_reason).toBe('spam')
  await desk.advance(3 * hour)
  expect(await runs(c)).toBe(0)
  await post(c, '/not-spam')
  await desk.settle()
  expect(await desk.row(c)).toMatchObject({
    assigned_team_id: team.id,
    assigned_user_id: agent.id,
    sla_policy_id: policy.id,
  })
  expect(await runs(c)).toBe(1)
  const { rows } = await t.pool.query('select kind from notifications where agent_id = $1', [agent.id])
  expect(rows).toEqual([{ kind: 'assigned' }])
  // The time in spam doesn't count.
  const { first_response_deadline_at } = await desk.row(c)
  const left = (first_response_deadline_at?.getTime() ?? 0) - t.clock.now().getTime()
  expect(left / hour).toBeCloseTo(4, 1)
})

test('it runs rules once, however it gets into the lists, and however often it is moved back', async () => {
  await desk.createRule([], [note])
  await desk.settle()
  const [restored, undone, flickering] = [await receive(), await receive(), await receive()]
  await post(restored, '/restore')
  await desk.settle()
  expect(await runs(restored)).toBe(1)
  await post(restored, '/spam')
  await desk.settle()
  await post(restored, '/not-spam')
  await desk.settle()
  expect(await runs(restored)).toBe(1)

  await post(undone, '/not-spam')
  await desk.settle()
  const { redo_id } = await undo()
  await desk.settle()
  expect((await desk.row(undone)).trash_reason).toBe('spam')
  await undo({ id: redo_id })
  await desk.settle()
  expect(await runs(undone)).toBe(1)

  // Undone before any rule saw it, so they have not run yet.
  await post(flickering, '/not-spam')
  const first = await undo()
  await desk.settle()
  expect(await runs(flickering)).toBe(0)
  await undo({ id: first.redo_id })
  await undo()
  await post(flickering, '/restore')
  await desk.settle()
  expect(await runs(flickering)).toBe(1)
})

test('rules that read late, after it was rescued, run once', async () => {
  await desk.createRule([], [note])
  await desk.settle()
  const c = await receive()
  await post(c, '/not-spam')
  await desk.settle()
  expect(await runs(c)).toBe(1)
})

test('mail that was in the lists before it was marked as spam is not new again', async () => {
  await desk.createRule([], [note])
  await desk.settle()
  const c = await receive('Hello, the printer shows an error')
  await desk.settle()
  expect(await runs(c)).toBe(1)
  await post(c, '/spam')
  await desk.settle()
  await post(c, '/not-spam')
  await desk.settle()
  expect(await runs(c)).toBe(1)
})

test('rules that are written after it was rescued don’t run when it is rescued again', async () => {
  const c = await receive()
  await post(c, '/not-spam')
  await desk.settle()
  await desk.createRule([], [note])
  await post(c, '/spam')
  await desk.settle()
  await post(c, '/not-spam')
  await desk.settle()
  expect(await runs(c)).toBe(0)
})

test('after more than a day, rules run but send no automatic reply', async () => {
  const reply = { type: 'send_reply', value: ['<p>Thanks</p>'] }
  const rule = await desk.createRule([], [reply, desk.priority(3)])
  await desk.settle()
  const [early, late] = [await receive(), await receive()]
  await desk.advance(23 * hour)
  await post(early, '/not-spam')
  await desk.advance(2 * hour)
  await post(late, '/not-spam')
  await desk.settle()
  expect(await desk.outgoingMessages(early)).toHaveLength(1)
  expect(await desk.outgoingMessages(late)).toEqual([])
  expect(await desk.row(late)).toMatchObject({ priority_id: 3 })
  expect((await desk.runs(rule))[0].actions[0]).toMatchObject({
    outcome: 'skipped',
    message: expect.stringContaining('more than a day late'),
  })
})

test('time rules that were due meanwhile run when it is rescued, once', async () => {
  const older = { field: 'hours_since_created', operator: 'greater than', value: '2' }
  await desk.createRule([older], [note], { type: 'time_trigger' })
  await desk.settle()
  const [c, marked] = [await receive(), await receive('Hello, the printer shows an error')]
  await post(marked, '/spam')
  await desk.advance(3 * hour)
  for (const one of [c, marked]) await post(one, '/not-spam')
  await desk.settle()
  expect([await runs(c), await runs(marked)]).toEqual([1, 0])
  await desk.advance(3 * hour)
  expect(await runs(c)).toBe(1)
})
