import { permissions } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let path: string
type Browser = Awaited<ReturnType<TestApp['as']>>
let author: Browser
let colleague: Browser
beforeAll(async () => {
  t = await startTestApp()
  const c = await t.make.conversation()
  path = `/api/v1/contacts/${c.contact_id}/notes`
  author = await t.as(await t.make.agent({ first_name: 'Ada', permissions }))
  colleague = await t.as(await t.make.agent({ first_name: 'Bob', permissions }))
})
afterAll(() => t.stop())

test('notes are listed newest first with their author', async () => {
  const first = await author.post(path, { note: '<p>Prefers the <b>telephone</b></p>' })
  expect(first).toMatchObject({
    status: 200,
    body: { data: { first_name: 'Ada', note: '<p>Prefers the <b>telephone</b></p>' } },
  })
  t.clock.advance(1000)
  await colleague.post(path, { note: '<p>Not before noon</p>' })
  const { body } = await author.get(path)
  expect(body.data).toMatchObject([
    { first_name: 'Bob', note: '<p>Not before noon</p>' },
    { first_name: 'Ada', id: first.body.data.id },
  ])
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>Hi',
  '<a href="javascript:alert(1)">Hi</a>',
  '<p onclick="alert(1)" style="position:fixed">Hi</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>Hi',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<base href="https://evil.test/"><meta http-equiv=refresh content="0;url=https://evil.test/">Hi',
  '<form action="https://evil.test/"><button formaction="javascript:alert(1)">Hi</button></form>',
])('a note with %s is stored without anything executable', async (note) => {
  const reply = await author.post(path, { note })
  const stored = reply.status === 200 ? reply.body.data.note : ''
  expect([200, 400]).toContain(reply.status)
  expect(stored).not.toMatch(
    /<(script|svg|math|iframe|form|base|meta|style|button)\b|\son\w+\s*=|javascript:|srcdoc|position/i,
  )
})

test.each(['', '   ', '<p></p>', '<p> <br> </p>', '<script>alert(1)</script>'])(
  'the note "%s" is empty and refused',
  async (note) => {
    expect(await author.post(path, { note })).toMatchObject({
      status: 400,
      body: { error_type: 'InputException', errors: [{ path: 'note' }] },
    })
  },
)

test("agents delete their own notes, only administrators delete others', and the refusal is the one old clients expect", async () => {
  const { id } = (await author.post(path, { note: 'Mine' })).body.data
  expect(await colleague.del(`${path}/${id}`)).toMatchObject({
    status: 403,
    body: { error_type: 'InputException' },
  })
  expect((await author.get(path)).body.data[0].id).toBe(id)
  expect(await author.del(`${path}/${id}`)).toMatchObject({ status: 200, body: { data: true } })
  expect((await author.del(`${path}/${id}`)).status).toBe(404)

  const other = (await author.post(path, { note: 'Mine too' })).body.data.id
  const admin = await t.db
    .selectFrom('agent_roles as ar')
    .innerJoin('roles as r', 'r.id', 'ar.role_id')
    .select('ar.agent_id as id')
    .where('r.name', '=', 'Admin')
    .executeTakeFirstOrThrow()
  expect((await (await t.as(admin)).del(`${path}/${other}`)).status).toBe(200)
})

test('a note cannot be deleted through another contact', async () => {
  const { id } = (await author.post(path, { note: 'Here' })).body.data
  const otherContact = await t.make.conversation()
  expect((await author.del(`/api/v1/contacts/${otherContact.contact_id}/notes/${id}`)).status).toBe(404)
  expect((await author.get(path)).body.data[0].id).toBe(id)
})

test('the text of a note never appears in its event', async () => {
  await author.post(path, { note: 'A secret about them' })
  const event = await t.db
    .selectFrom('events')
    .selectAll()
    .where('object_type', '=', 'contact_note')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(event)).not.toContain('secret')
})

test('of a contact’s notes, the latest 500 are listed', async () => {
  const { contact_id } = await t.make.conversation()
  const agent = await t.make.agent()
  await sql`
    insert into contact_notes (contact_id, agent_id, note, created_at, updated_at)
    select ${contact_id}, ${agent.id}, 'Note ' || n, now() + n * interval '1 second', now()
    from generate_series(1, 501) n`.execute(t.db)
  const { body } = await author.get(`/api/v1/contacts/${contact_id}/notes`)
  expect(body.data).toHaveLength(500)
  expect([body.data.at(0).note, body.data.at(-1).note]).toEqual(['Note 501', 'Note 2'])
})
