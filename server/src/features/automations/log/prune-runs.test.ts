import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { pruneRuns } from './prune-runs.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const day = 86_400_000
const ago = (days: number) => new Date(t.clock.now().getTime() - days * day)

test('rule runs are kept for three months, unmatched time-based runs for one, and email counts for a day', async () => {
  const c = await t.make.conversation()
  const ran = (occasion: string, at: Date, outcome: 'done' | 'partly' | 'refused' | 'not_matched') => ({
    ...{ rule_name: 'A rule', conversation_id: c.id, reasons: json({}) },
    ...{ occasion, at, outcome },
  })
  await t.db
    .insertInto('automation_runs')
    .values([
      ran('done, kept', ago(90), 'done'),
      ran('refused, kept', ago(89), 'refused'),
      ran('nothing, kept', ago(30), 'not_matched'),
      ran('done, over', new Date(ago(90).getTime() - 1), 'done'),
      ran('partly, over', ago(400), 'partly'),
      ran('refused, over', ago(91), 'refused'),
      ran('nothing, over', new Date(ago(30).getTime() - 1), 'not_matched'),
      ran('nothing, long over', ago(100), 'not_matched'),
    ])
    .execute()
  const mailed = (address: string, at: Date) => ({
    ...{ conversation_id: c.id, inbox_id: c.inbox_id },
    ...{ address, at },
  })
  await t.db
    .insertInto('automation_mails')
    .values([
      mailed('kept@customer.test', ago(1)),
      mailed('over@customer.test', new Date(ago(1).getTime() - 1)),
    ])
    .execute()
  await pruneRuns(t.db, t.clock.now())
  const runs = await t.db.selectFrom('automation_runs').select('occasion').orderBy('id').execute()
  expect(runs.map(({ occasion }) => occasion)).toEqual(['done, kept', 'refused, kept', 'nothing, kept'])
  const mails = await t.db.selectFrom('automation_mails').select('address').execute()
  expect(mails.map(({ address }) => address)).toEqual(['kept@customer.test'])
})

test('a backlog larger than one batch is deleted completely', async () => {
  const c = await t.make.conversation()
  await sql`insert into automation_mails (at, conversation_id, inbox_id, address)
    select ${ago(2)}, ${c.id}, ${c.inbox_id}, 'many@customer.test' from generate_series(1, 5001)`.execute(
    t.db,
  )
  await pruneRuns(t.db, t.clock.now())
  const left = await t.db
    .selectFrom('automation_mails')
    .select('id')
    .where('address', '=', 'many@customer.test')
    .execute()
  expect(left).toEqual([])
})
