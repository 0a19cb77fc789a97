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

const ahead = new Date('2026-03-02T12:00:00Z')
const back = new Date('2026-03-02T10:00:00Z')

test('what is written after the clock was set back comes after what is there', async () => {
  const c = await t.make.conversation()
  const path = `/api/v1/conversations/${c.uuid}`
  const note = (message: string) => admin.post(`${path}/messages`, { message, private: true })
  const write = (message: string) =>
    admin.post(`${path}/messages`, { message, private: false, sender_type: 'contact' })

  t.clock.set(ahead)
  await write('<p>First</p>')
  await note('<p>Second</p>')
  t.clock.set(back)
  await write('<p>Third</p>')
  await admin.put(`${path}/priority`, { priority: 'High' })
  await note('<p>Fourth</p>')

  const messages: { type: string; text_content: string; created_at: string }[] = (
    await admin.get(`${path}/messages?page=1&page_size=30`)
  ).body.data.results
  const written = messages.filter(({ created_at }) => created_at >= ahead.toISOString())
  expect(written.map((message) => (message.type === 'activity' ? 'activity' : message.text_content))).toEqual(
    ['Fourth', 'activity', 'Third', 'Second', 'First'],
  )
  expect(new Set(written.map(({ created_at }) => created_at))).toEqual(new Set([ahead.toISOString()]))
  expect((await admin.get(path)).body.data).toMatchObject({
    last_message: 'Third',
    last_message_at: ahead.toISOString(),
  })

  t.clock.set(new Date(ahead.getTime() + 1000))
  await note('<p>Fifth</p>')
  const [newest] = (await admin.get(`${path}/messages?page=1`)).body.data.results
  expect(newest).toMatchObject({ text_content: 'Fifth', created_at: '2026-03-02T12:00:01.000Z' })
})

test('a contact that is changed after the clock was set back has a higher version', async () => {
  t.clock.set(ahead)
  const { contact_id } = await t.make.conversation()
  const path = `/api/v1/contacts/${contact_id}`
  const rename = async (first_name: string) => {
    const { payload, headers } = await multipartForm(null, { first_name, email: `${first_name}@navy.test` })
    return (await admin.put(path, payload, headers)).body.data.updated_at as string
  }
  const first = await rename('grace')
  t.clock.set(back)
  const second = await rename('hopper')
  const third = await rename('admiral')
  expect([second > first, third > second]).toEqual([true, true])
})
