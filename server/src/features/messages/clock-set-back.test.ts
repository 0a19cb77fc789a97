import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const clockAhead = new Date('2026-03-02T12:00:00Z')
const clockSetBack = new Date('2026-03-02T10:00:00Z')

test('a message written after the clock was set back sorts after the existing ones', async () => {
  const c = await t.make.conversation()
  const path = `/api/v1/conversations/${c.uuid}`
  const note = (message: string) => admin.post(`${path}/messages`, { message, private: true })
  const writeNote = (message: string) =>
    admin.post(`${path}/messages`, { message, private: false, sender_type: 'contact' })

  t.clock.set(clockAhead)
  await writeNote('<p>First</p>')
  await note('<p>Second</p>')
  t.clock.set(clockSetBack)
  await writeNote('<p>Third</p>')
  await admin.put(`${path}/priority`, { priority: 'High' })
  await note('<p>Fourth</p>')

  const messages: { type: string; text_content: string; created_at: string }[] = (
    await admin.get(`${path}/messages?page=1&page_size=30`)
  ).body.data.results
  const written = messages.filter(({ created_at }) => created_at >= clockAhead.toISOString())
  expect(written.map((message) => (message.type === 'activity' ? 'activity' : message.text_content))).toEqual(
    ['Fourth', 'activity', 'Third', 'Second', 'First'],
  )
  expect(new Set(written.map(({ created_at }) => created_at))).toEqual(new Set([clockAhead.toISOString()]))
  expect((await admin.get(path)).body.data).toMatchObject({
    last_message: 'Third',
    last_message_at: clockAhead.toISOString(),
  })

  t.clock.set(new Date(clockAhead.getTime() + 1000))
  await note('<p>Fifth</p>')
  const [newest] = (await admin.get(`${path}/messages?page=1`)).body.data.results
  expect(newest).toMatchObject({ text_content: 'Fifth', created_at: '2026-03-02T12:00:01.000Z' })
})

test('a contact changed after the clock was set back gets a higher version', async () => {
  t.clock.set(clockAhead)
  const { contact_id } = await t.make.conversation()
  const path = `/api/v1/contacts/${contact_id}`
  const rename = async (first_name: string) => {
    const { payload, headers } = await multipartForm(null, { first_name, email: `${first_name}@navy.test` })
    return (await admin.put(path, payload, headers)).body.data.updated_at as string
  }
  const first = await rename('grace')
  t.clock.set(clockSetBack)
  const second = await rename('hopper')
  const third = await rename('admiral')
  expect([second > first, third > second]).toEqual([true, true])
})
