import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { candidates } from './find-action.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test("an agent's last action is found by an index among many events of others", async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()
  const now = t.clock.now()
  // Half an hour of 40 busy agents, Ana among them. She opens conversations and replies, but changes nothing.
  await sql`
    insert into events (xid, at, type, actor_kind, actor_id, conversation_id, object_type, object_id)
    select (n + 1000000)::text::xid8, ${now}::timestamptz - n * interval '30 ms',
      case when n % 40 > 0 then 'conversation.status_changed' when n % 80 = 0 then 'message.created' else 'conversation.seen' end,
      'agent', ${ana.id} + n % 40, ${c.id}, 'conversation', ${c.id}
    from generate_series(1, 60000) n`.execute(t.db)
  await sql`analyze events`.execute(t.db)
  const query = candidates(ana, now, { at: now, id: Number.MAX_SAFE_INTEGER })
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off) ${query}`.execute(t.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('actor_id_at_id_idx')
  expect(plan, 'of her own events, only the replies are read').toContain('Rows Removed by Filter: 750')
})
