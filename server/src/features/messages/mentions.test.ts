import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a note mentions at most 100 agents, and the others are plain text', async () => {
  const author = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const c = await t.make.conversation()
  const agents = []
  for (let n = 0; n < 101; n++) agents.push(await t.make.agent())
  const mentions = agents.map(({ id }) => `<span data-mention-type="agent" data-mention-id="${id}">@A</span>`)
  const { status, body } = await author.post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: `<p>${mentions.join(' ')}</p>`,
    private: true,
  })
  expect(status).toBe(200)
  const rows = await t.db.selectFrom('mentions').select('agent_id').orderBy('agent_id').execute()
  expect(rows.map(({ agent_id }) => agent_id)).toEqual(agents.slice(0, 100).map(({ id }) => id))
  expect(body.data.content.match(/data-mention-id/g)).toHaveLength(100)
  expect(body.data.content.match(/@A/g)).toHaveLength(101)
})
