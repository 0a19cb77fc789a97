import { parseMail } from '@parley/mail/parse/parse-mail'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSending, type TestSending } from '../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertMessage } from '../conversations/timeline/insert-message.ts'
import { deliverMessage } from '../email/sending/deliver-message.ts'

let t: TestApp
let out: TestSending
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  out = await startTestSending(t)
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await out.stop()
  await t.stop()
})

const path = '/api/v1/templates'
const outgoing = (body: string, more: object = {}) => ({
  name: 'Frame',
  type: 'email_outgoing',
  body,
  ...more,
})
const list = async (type = 'email_outgoing') => (await admin.get(`${path}?type=${type}`)).body.data
const defaults = async () =>
  (await list())
    .filter((one: { is_default: boolean }) => one.is_default)
    .map((one: { name: string }) => one.name)
const problem = async (body: string, more: object = {}) => {
  const answer = await admin.post(path, outgoing(body, more))
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  return answer.body.errors[0] as { path: string; message: string }
}

test('a type is required, and the built-in notifications exist from the start', async () => {
  expect((await admin.get(path)).status).toBe(400)
  expect((await list('email_notification')).map((one: { name: string }) => one.name)).toEqual([
    'Conversation assigned',
    'Conversations assigned',
    'CSAT answered',
    'Customer replied',
    'Daily digest',
    'Followed conversation changed',
    'Invitation',
    'Mentioned in a note',
    'Password reset',
    'Satisfaction survey',
    'Scheduled reply held',
    'Security change',
    'Sending failed',
    'SLA breach warning',
    'SLA breached',
    'System alert',
  ])
})

test('the older slot is rewritten, and both spellings of variables work', async () => {
  const { body } = await admin.post(
    path,
    outgoing(
      '<p>{{ .Contact.FirstName }} {{ contact.first_name }} {{ RootURL }}</p>{{ template "content" . }}',
    ),
  )
  expect(body.data.body).toBe(
    '<p>{{ .Contact.FirstName }} {{ contact.first_name }} {{ RootURL }}</p>{{ content }}',
  )
})

test.each([
  ['<p>\n  {{ contact.first_name', 'Line 2, column 3: output'],
  ['<p>\n\n {% if contact.email %}{{ content }}', 'Line 3, column 2: tag'],
  ['{{ content }}\n{{ contact.frist_name }}', 'Line 2, column 4: There’s no variable contact.frist_name'],
  ['{{ .Contact.FirstName }} {{ nope }}{{ content }}', 'Line 1, column 29: There’s no variable nope'],
  ['{{ content }}{{ contact.email | rot13 }}', 'Line 1, column 14: undefined filter: rot13'],
  ['{% include "x" %}{{ content }}', 'Line 1, column 1: tag "include" not found'],
  ['<p>no slot</p>', 'Line 1, column 1: Add {{ content }}'],
  ['{{ content }} and\n {{ content }}', 'Line 1, column 1: Use {{ content }} exactly once'],
  ['<p>\n<a title="{{ content }}">x</a>', 'Line 2, column 11: Use {{ content }} exactly once'],
  ['<style>{{ content }}</style>', 'exactly once'],
  ['{{ content | truncate: 10 }}', 'exactly once'],
  ['{% if contact.email == "" %}{{ content }}{% endif %}', 'exactly once'],
  [
    '{{ content }}{% for i in (1..900) %}{% for j in (1..900) %}{% for k in (1..900) %}x{% endfor %}{% endfor %}{% endfor %}',
    /too much memory|takes too long/,
  ],
  ['{{ content }}{% for i in (1..1000000000) %}x{% endfor %}', /too much memory|takes too long/],
  [
    '{% assign a = "xxxxxxxxxx" %}{% for i in (1..99) %}{% assign a = a | append: a %}{% endfor %}{{ a }}{{ content }}',
    /too much memory|takes too long/,
  ],
  [
    `{{ content }}{% for i in (1..900) %}{% for j in (1..90) %}${'y'.repeat(40_000)}{% endfor %}{% endfor %}`,
    /longer than a million characters|takes too long/,
  ],
])('an unusable template is rejected: %.60s', async (body, words: string | RegExp) => {
  const before = (await list()).length
  const { path: field, message } = await problem(body)
  expect(field).toBe('body')
  // Which limit is hit first depends on the machine.
  expect(message).toEqual(
    typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
  )
  expect((await list()).length).toBe(before)
})

test("a notification's subject is checked too, and it has no slot", async () => {
  const notice = {
    name: 'Notice',
    type: 'email_notification',
    body: '<p>{{ sla.metric }} {{ SLA.DueIn }}</p>',
  }
  const refused = await admin.post(path, { ...notice, subject: '{{ oops }}' })
  expect(refused.body.errors[0]).toEqual({
    path: 'subject',
    message: 'Line 1, column 4: There’s no variable oops',
  })
  expect((await admin.post(path, { ...notice, body: '{{ content }}' })).status).toBe(400)
  expect((await admin.post(path, { ...notice, subject: null })).status).toBe(200)
})

test('there is one default: a new one replaces it, and it cannot be removed without a successor', async () => {
  const created = (
    await admin.post(
      path,
      outgoing('<p>{{ content }}</p>', { name: 'New', is_default: true, type: 'email_notification' }),
    )
  ).body.data
  expect(created).toMatchObject({ type: 'email_outgoing', is_default: true })
  expect(await defaults()).toEqual(['New'])
  const changes = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'template')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(changes.map(({ type }) => type)).toEqual(['template.created', 'template.changed'])
  expect(changes[1]?.changes).toEqual({ is_default: [true, false] })

  const write = outgoing('<p>{{ content }}</p>', { name: 'New', is_default: false })
  expect((await admin.put(`${path}/${created.id}`, write)).status).toBe(409)
  expect((await admin.del(`${path}/${created.id}`)).status).toBe(409)
  const old = (await list()).find((one: { name: string }) => one.name === 'Default')
  expect((await admin.put(`${path}/${old.id}`, { ...old, is_default: true })).status).toBe(200)
  expect(await defaults()).toEqual(['Default'])
  expect((await admin.del(`${path}/${created.id}`)).status).toBe(200)
  expect((await admin.get(`${path}/${created.id}`)).status).toBe(404)
})

test('a built-in template keeps its name and cannot be deleted', async () => {
  const [builtin] = await list('email_notification')
  expect((await admin.del(`${path}/${builtin.id}`)).status).toBe(403)
  const changed = await admin.put(`${path}/${builtin.id}`, {
    ...builtin,
    name: 'Other',
    body: '<p>{{ link }}</p>',
  })
  expect(changed.body.data).toMatchObject({ name: builtin.name, body: '<p>{{ link }}</p>', is_builtin: true })
})

test('a preview shows a reply only to those who may read messages', async () => {
  const c = await t.make.conversation()
  await t.act(t.system, (tx) =>
    insertMessage(tx, c, {
      ...{ type: 'outgoing', status: 'sent', sender_type: 'agent', sender_id: t.system.id },
      ...{ content: '<p>Our secret</p>', text_content: 'Our secret' },
    }),
  )
  const rights = ['templates:manage', 'conversations:read', 'conversations:read_all'] as const
  const designer = (more: 'messages:read'[]) => t.make.agent({ permissions: [...rights, ...more] })
  const shown = async (more: 'messages:read'[]) =>
    (
      await (
        await t.as(await designer(more))
      ).post(`${path}/preview`, {
        ...outgoing('{{ content }}'),
        reference_number: c.reference_number,
      })
    ).body.data.html
  expect(await shown(['messages:read'])).toContain('Our secret')
  expect(await shown([])).not.toContain('Our secret')
  expect(await shown([])).toContain('Hello Grace')
})

test('a preview uses a conversation visible to the actor, and locates problems in a template', async () => {
  const c = await t.make.conversation({ subject: 'A <b>lamp</b>' })
  const preview = (body: object) => admin.post(`${path}/preview`, body)
  const previewed = await preview(
    outgoing('<h1>{{ conversation.subject }} for {{ Contact.FullName }}</h1>{{ content }}'),
  )
  expect(previewed.body.data).toMatchObject({
    problem: null,
    reference_number: c.reference_number,
    subject: 'A <b>lamp</b>',
  })
  expect(previewed.body.data.html).toContain(
    '<h1>A &lt;b&gt;lamp&lt;/b&gt; for Grace Hopper</h1><p>Hello Grace',
  )
  const brokenPreview = await preview(outgoing('a\n{{ b }}{{ content }}'))
  expect(brokenPreview.body.data).toMatchObject({ html: '', problem: { path: 'body', line: 2, column: 4 } })

  const greeting = {
    type: 'email_notification',
    body: '<p>Dear {{ recipient.first_name }}</p>',
    subject: 'x',
  }
  const surveyPreview = await preview({ ...greeting, name: 'Satisfaction survey' })
  expect(surveyPreview.body.data.html).toContain('<p>Dear Grace</p>')
  const notice = await preview({ ...greeting, name: 'Conversation assigned' })
  expect(notice.body.data.html).not.toContain('Grace')

  const templateManager = await t.as(await t.make.agent({ permissions: ['templates:manage'] }))
  const samplePreview = await templateManager.post(
    `${path}/preview`,
    outgoing('{{ conversation.subject }}{{ content }}'),
  )
  expect(samplePreview.body.data).toMatchObject({ reference_number: null })
  expect(samplePreview.body.data.html).not.toContain('lamp</b>')
  const previewBody = { ...outgoing('{{ content }}'), reference_number: c.reference_number }
  expect((await templateManager.post(`${path}/preview`, previewBody)).status).toBe(404)
  expect((await preview(previewBody)).status).toBe(200)
})

/** The email that a reply becomes with this template. */
async function sendWithTemplate(body: string) {
  await t.db.updateTable('templates').set({ body }).where('is_default', '=', true).execute()
  const c = await t.make.conversation({ inbox_id: (await out.inbox()).id, email: 'grace@customer.test' })
  const m = await out.reply(c, { message: '<p>Costs $& and $1</p>' })
  out.sink.mails.length = 0
  await deliverMessage(out.deps, m.id)
  return {
    message: await out.message(m.id),
    mail: out.sink.mails[0] && (await parseMail(out.sink.mails[0].raw)),
  }
}

test('replies are sent inside the default template, with the quoted history after it', async () => {
  const { mail } = await sendWithTemplate(
    '<h1>{{ site_name }}</h1>{{ content }}<footer>Ticket {{ conversation.reference_number }} for {{ contact.first_name }}, {{ author.first_name }}</footer>',
  )
  const html = mail?.html ?? ''
  expect(html).toMatch(
    /<h1>Parley<\/h1><div dir="auto"><p>Costs \$&amp; and \$1<\/p><\/div><footer>Ticket \d+ for Grace, Sam<\/footer>/,
  )
  expect(html.indexOf('<footer>')).toBeLessThan(html.indexOf('blockquote'))
  expect(mail?.text).toMatch(
    /Parley[\s\S]*Costs \$& and \$1[\s\S]*Ticket \d+ for Grace, Sam[\s\S]*> Hello, can you help me/,
  )
})

test('a template that is a complete page stays one', async () => {
  const { mail } = await sendWithTemplate(
    '<!DOCTYPE html><html><head><style>p{color:red}</style></head><body class="x">{{ content }}</body></html>',
  )
  expect(mail?.html).toMatch(
    /^<!DOCTYPE html><html><head><style>p\{color:red\}<\/style><\/head><body class="x"><div dir="auto">/,
  )
  expect(mail?.html?.match(/<html/g)).toHaveLength(1)
  expect(mail?.html).toMatch(/blockquote>[\s\S]*<\/body><\/html>\s*$/)
})

test('a reply is never sent without its text: a template that loses it fails the reply with the reason', async () => {
  for (const [body, words] of [
    ['{% if contact.first_name == "Nobody" %}{{ content }}{% endif %}', 'has no {{ content }}'],
    [
      '{{ content }}{% for i in (1..1000000000) %}x{% endfor %}',
      'The template "Default" has an error. Line 1',
    ],
  ] as const) {
    const { message, mail } = await sendWithTemplate(body)
    expect(mail).toBeUndefined()
    expect(message).toMatchObject({ status: 'failed', delivery_error: expect.stringContaining(words) })
  }
})
