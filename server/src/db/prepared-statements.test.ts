import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { prepared } from './prepared-statements.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a marked statement is prepared once per connection, others are not', async () => {
  await t.db.connection().execute(async (client) => {
    for (const n of [1, 2, 3]) {
      await sql`${prepared}select ${n}::int as kept`.execute(client)
      await client.selectFrom('statuses').select('name').where('id', '=', n).modifyEnd(prepared).execute()
    }
    await sql`select ${1}::int as sent`.execute(client)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      client,
    )
    const endingIn = (suffix: string) => rows.filter(({ statement }) => statement.endsWith(suffix))
    expect(endingIn('as kept')).toHaveLength(1)
    expect(rows.filter(({ statement }) => statement.includes('from "statuses"'))).toHaveLength(1)
    expect(endingIn('as sent')).toEqual([])
  })
})

test('prepared statements keep working when a migration adds columns', async () => {
  const agent = await t.make.agent()
  const browser = await t.as(agent)
  const { uuid } = await t.make.conversation({ assigned_user_id: agent.id })
  const conversationPath = `/api/v1/conversations/${uuid}`
  const requestAll = async () => {
    // More calls than connections, so that each connection has a plan.
    for (const path of Array(20)
      .fill([conversationPath, `${conversationPath}/messages`, '/api/v1/conversations/assigned'])
      .flat())
      expect((await browser.get(path)).status).toBe(200)
  }
  await requestAll()
  for (const table of ['conversations', 'messages', 'contacts', 'agents', 'statuses', 'events'])
    await sql`alter table ${sql.table(table)} add column added_later text`.execute(t.db)
  await requestAll()
})
