import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RuleFixture, startRuleFixture } from '../../../testing/rule-fixture.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { surveyDelayMs } from '../../csat/csat-consumer.ts'

let t: TestApp
let desk: RuleFixture
beforeAll(async () => {
  t = await startTestApp()
  desk = await startRuleFixture(t)
})
afterAll(() => t.stop())
afterEach(() => desk.deleteRules())

const hour = 3_600_000
const path = (c: { uuid: string }) => `/api/v1/conversations/${c.uuid}`

/** The customer of a resolved conversation answers the survey. */
async function createSurveyed() {
  const inbox = await t.make.inbox()
  await t.db.updateTable('inboxes').set({ csat_enabled: true }).where('id', '=', inbox.id).execute()
  const c = await t.make.conversation({ inbox_id: inbox.id })
  await desk.admin.put(`${path(c)}/status`, { status: 'Resolved' })
  await desk.advance(surveyDelayMs)
  const { uuid } = await t.db
    .selectFrom('csat_surveys')
    .select('uuid')
    .where('conversation_id', '=', c.id)
    .executeTakeFirstOrThrow()
  const answerSurvey = async (rating: number) => {
    const reply = await t.app.inject({
      method: 'POST',
      url: `/csat/${uuid}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ rating: String(rating) }).toString(),
    })
    if (reply.statusCode >= 400) throw new Error(reply.body)
    await desk.settle()
  }
  return { c, answers: answerSurvey }
}

test('a bad rating reopens the conversation, a good one does not, and a changed rating counts as the new one', async () => {
  const r = await desk.createRule(
    [{ field: 'csat_rating', operator: 'less than', value: '3' }],
    [{ type: 'set_status', value: ['1'] }, desk.priority(3)],
    { events: ['csat.answered'], name: 'Unhappy' },
  )
  const [bad, good] = [await createSurveyed(), await createSurveyed()]
  await good.answers(5)
  await bad.answers(2)
  expect(await desk.row(good.c)).toMatchObject({ status_category: 'closed', priority_id: null })
  expect(await desk.row(bad.c)).toMatchObject({ status_category: 'open', priority_id: 3 })
  expect(await desk.runs(r)).toMatchObject([
    { occasion: 'csat.answered', outcome: 'done', conversation: { uuid: bad.c.uuid } },
  ])
  const line = (await desk.activityLines(bad.c)).find(({ type }) => type === 'priority_changed')
  expect(line).toMatchObject({ why: { by: 'rule', rule: 'Unhappy' } })
  await good.answers(1)
  expect(await desk.row(good.c)).toMatchObject({ status_category: 'open', priority_id: 3 })
})

test('the rating is only available while its answer is being processed', async () => {
  const r = await desk.createRule([{ field: 'csat_rating', operator: 'set' }], [desk.priority(1)], {
    events: ['csat.answered', 'conversation.status.change'],
  })
  const { c, answers: answerSurvey } = await createSurveyed()
  expect(await desk.runs(r)).toEqual([])
  await answerSurvey(4)
  await desk.admin.put(`${path(c)}/status`, { status: 'Open' })
  await desk.settle()
  expect(await desk.runs(r)).toMatchObject([{ occasion: 'csat.answered' }])
})

test('a missed SLA target triggers a rule at that time, once per target, and a met one does not', async () => {
  const times = { name: 'Quick', first_response_time: '1h', resolution_time: '2h' }
  const policy = (await desk.admin.post('/api/v1/sla', times)).body.data
  const hours = { name: 'Always', is_always_open: true, hours: {}, holidays: [] }
  const always = (await desk.admin.post('/api/v1/business-hours', hours)).body.data
  const team = (
    await desk.admin.post('/api/v1/teams', { name: 'Night', timezone: 'UTC', business_hours_id: always.id })
  ).body.data
  const r = await desk.createRule(
    [{ field: 'sla_policy', operator: 'equals', value: String(policy.id) }],
    [{ type: 'send_private_note', value: ['<p>Late</p>'] }],
    { events: ['conversation.sla.breached'], name: 'Escalate' },
  )
  const [late, met, other] = [
    await t.make.conversation({ assigned_team_id: team.id }),
    await t.make.conversation({ assigned_team_id: team.id }),
    await t.make.conversation({ assigned_team_id: team.id }),
  ]
  for (const c of [late, met]) await desk.admin.put(`${path(c)}/sla`, { sla_policy_id: policy.id })
  await desk.settle()
  await t.act(t.system, async (tx) => {
    await tx.db
      .updateTable('conversations')
      .set({ first_reply_at: tx.now })
      .where('id', '=', met.id)
      .execute()
  })
  await desk.admin.put(`${path(met)}/status`, { status: 'Resolved' })
  const startedAt = t.clock.now().getTime()
  await desk.advance(hour - 1)
  expect(await desk.runs(r)).toEqual([])
  await desk.advance(1)
  expect(await desk.runs(r)).toMatchObject([
    { occasion: 'conversation.sla.breached', outcome: 'done', at: new Date(startedAt + hour).toISOString() },
  ])
  await desk.advance(5 * hour)
  expect(
    (await desk.runs(r)).map(({ conversation }: { conversation: { uuid: string } }) => conversation.uuid),
  ).toEqual([late.uuid, late.uuid])
  expect(await desk.outgoingMessages(late)).toHaveLength(2)
  for (const c of [met, other]) expect(await desk.outgoingMessages(c)).toEqual([])
})
