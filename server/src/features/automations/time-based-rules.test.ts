import { expect, test } from 'vitest'
import { setStatus } from '../conversations/set-status.ts'
import { admin, desk, path, setUpAutomations, t } from './automation-consumer-suite.ts'

setUpAutomations()

test('a time-based rule runs once and on time, not for the past, nor after a change or while disabled', async () => {
  const hour = 3_600_000
  const old = await t.make.conversation()
  await desk.advance(2 * hour)
  const r = await desk.createRule(
    [
      { field: 'hours_since_created', operator: 'greater than', value: '2' },
      { field: 'status', operator: 'equals', value: '1' },
    ],
    [desk.priority(3), { type: 'send_private_note', value: ['<p>Late</p>'] }],
    { type: 'time_trigger' },
  )
  const [c, closed] = [await t.make.conversation(), await t.make.conversation()]
  await desk.settle()
  await t.act(t.system, async (tx) => {
    const locked = await tx.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', closed.id)
      .executeTakeFirstOrThrow()
    await setStatus(tx, locked, { status: 'Closed' })
  })
  await desk.advance(2 * hour - 1)
  expect(await desk.row(c)).toMatchObject({ priority_id: null })
  await desk.advance(1)
  expect(await desk.row(c)).toMatchObject({ priority_id: 3 })
  const [miss, hit] = await desk.runs(r)
  const doneRuns = (await admin.get(`${path}/${r.id}/runs?outcome=done`)).body.data
  expect(doneRuns).toMatchObject({ results: [{ outcome: 'done' }], hidden: 0, next_cursor: null })
  expect([hit, miss].map((run) => [run.outcome, run.at]).sort()).toEqual([
    ['done', t.clock.now().toISOString()],
    ['not_matched', t.clock.now().toISOString()],
  ])
  await admin.put(`/api/v1/conversations/${closed.uuid}/status`, { status: 'Open' })
  await desk.advance(10 * hour)
  expect(await desk.runs(r)).toHaveLength(2)
  expect(await desk.row(old)).toMatchObject({ priority_id: null })
  expect(await desk.outgoingMessages(c)).toHaveLength(1)

  // The job is late, and the rule was re-enabled in the meantime: the timer was due before that.
  const late = await t.make.conversation()
  await desk.settle()
  t.clock.advance(2 * hour)
  for (let n = 0; n < 2; n++) await admin.put(`${path}/${r.id}/toggle`)
  await desk.settle()
  expect(await desk.row(late)).toMatchObject({ priority_id: null })

  // Disabled and re-enabled: timers that were due in between are skipped, later ones run.
  const overdue = await t.make.conversation()
  await desk.advance(hour)
  await admin.put(`${path}/${r.id}/toggle`)
  await desk.advance(hour)
  const young = await t.make.conversation()
  await desk.advance(hour)
  await admin.put(`${path}/${r.id}/toggle`)
  await desk.advance(3 * hour)
  expect(await desk.row(overdue)).toMatchObject({ priority_id: null })
  expect(await desk.row(young)).toMatchObject({ priority_id: 3 })
})

test('a rule whose threshold changes runs at the new time, including on existing conversations', async () => {
  const hour = 3_600_000
  const hours = (value: string) => ({
    name: 'Waits',
    type: 'time_trigger',
    enabled: true,
    rules: [
      {
        groups: [
          { logical_op: 'AND', rules: [{ field: 'hours_since_created', operator: 'greater than', value }] },
        ],
        group_operator: 'AND',
        actions: [desk.priority(3)],
      },
    ],
  })
  const { id } = (await admin.post(path, hours('2'))).body.data
  const c = await t.make.conversation()
  await desk.advance(hour)
  expect((await admin.put(`${path}/${id}`, hours('4'))).status).toBe(200)
  await desk.advance(3 * hour - 1)
  expect(await desk.row(c)).toMatchObject({ priority_id: null })
  await desk.advance(1)
  expect(await desk.row(c)).toMatchObject({ priority_id: 3 })
  // Four hours have passed. Changed to six, the timer fires again, but the rule already acted on this base time.
  await admin.put(`${path}/${id}`, hours('6'))
  await desk.advance(3 * hour)
  expect(await desk.runs({ id })).toHaveLength(1)
})

test('a reply restarts its hours, and so does closing again', async () => {
  const hour = 3_600_000
  const r = await desk.createRule(
    [{ field: 'hours_since_resolved', operator: 'greater than', value: '1.5' }],
    [{ type: 'send_private_note', value: ['<p>Still fine?</p>'] }],
    { type: 'time_trigger' },
  )
  const c = await t.make.conversation()
  const status = (name: string) => admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: name })
  await status('Resolved')
  await desk.advance(hour)
  await status('Open')
  await status('Resolved')
  await desk.advance(hour)
  expect(await desk.runs(r)).toEqual([])
  await desk.advance(hour)
  expect(await desk.runs(r)).toHaveLength(1)
  await status('Open')
  await status('Resolved')
  await desk.advance(3 * hour)
  expect(await desk.runs(r)).toHaveLength(2)
  await status('Open')
  await status('Resolved')
  await status('Open')
  await desk.advance(3 * hour)
  expect(await desk.runs(r), 'open conversations have no resolution time').toHaveLength(2)
})
