import { parseMail } from '@parley/mail/parse/parse-mail'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { multipartForm } from '../../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { sendSurvey } from '../../csat/send-survey.ts'
import { deliverMessage } from './deliver-message.ts'

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

async function uploadLogo() {
  const bytes = await sharp({ create: { width: 80, height: 20, channels: 3, background: '#cc0044' } })
    .png()
    .toBuffer()
  const form = await multipartForm({ name: 'a.png', type: 'image/png', bytes })
  return (await admin.post('/api/v1/inboxes/logo', form.payload, form.headers)).body.data.url as string
}
const template = async (body: string, more: object = {}) =>
  (await admin.post('/api/v1/templates', { name: 'Brand', type: 'email_outgoing', body, ...more })).body.data
    .id as number
async function brandedInbox(address: string, brand: object) {
  const inbox = await out.inbox(address)
  const saved = await admin.put(`/api/v1/inboxes/${inbox.id}`, { enabled: true, ...brand })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return inbox
}
async function deliver(id: number) {
  out.sink.mails.length = 0
  await deliverMessage(out.deps, id)
  const raw = out.sink.mails[0]?.raw ?? Buffer.alloc(0)
  const { delivery_error } = await out.message(id)
  return { raw, delivery_error, mail: await parseMail(raw) }
}
async function reply(inbox: { id: number }, body: object = {}) {
  const c = await t.make.conversation({ inbox_id: inbox.id, email: 'grace@customer.test', subject: 'Lamp' })
  return { c, ...(await deliver((await out.reply(c, body)).id)) }
}

test('an inbox without a brand sends exactly what it did before', async () => {
  const inbox = await out.inbox('plain@acme.test')
  const { raw } = await reply(inbox)
  const lines = String(raw)
    .replaceAll(/----_NmP-[\w-]+|--_NmP-[\w-]+/g, '--BOUNDARY')
    .replace(/(?<=^Message-ID:\s+)<.*>/m, '<ID>')
    .split('\r\n')
  expect(lines).toEqual([
    ...['X-Parley-Loop: plain@acme.test', 'From: Support <plain@acme.test>', 'To: grace@customer.test'],
    ...['Subject: Re: Lamp', 'Message-ID:', ' <ID>', 'Date: Mon, 02 Mar 2026 09:00:00 +0000'],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/alternative;', ' boundary="--BOUNDARY"', ''],
    ...['--BOUNDARY', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit', ''],
    ...['Try again', '', 'On 2 Mar 2026, 09:00 UTC, Grace Hopper wrote:', '', '> Hello, can you help me?'],
    ...['--BOUNDARY', 'Content-Type: text/html; charset=utf-8'],
    ...['Content-Transfer-Encoding: quoted-printable', '', '<!DOCTYPE html>'],
    '<html><head><meta charset=3D"utf-8"></head><body><div =',
    'dir=3D"auto"><p>Try again</p></div><div><p dir=3D"auto">On 2 Mar 2026, =',
    '09:00 UTC, Grace Hopper wrote:</p><blockquote type=3D"cite" =',
    'style=3D"margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex"><p=',
    '>Hello, can you help me?</p></blockquote></div></body></html>',
    ...['--BOUNDARY', ''],
  ])

  const url = await uploadLogo()
  await admin.put('/api/v1/settings/general', { 'app.logo_url': url })
  const frame = '<img src="{{ logo_url }}"><b>{{ site_name }}</b>{{ content }}'
  await t.db.updateTable('templates').set({ body: frame }).where('is_default', '=', true).execute()
  const framed = await reply(inbox)
  expect(framed.mail.html).toContain(
    `<body><img src="http://desk.parley.test${url}"><b>Parley</b><div dir="auto"><p>Try again</p></div>`,
  )
  expect(framed.mail.attachments).toEqual([])
  await admin.put('/api/v1/settings/general', { 'app.logo_url': '' })
  await t.db.updateTable('templates').set({ body: '{{ content }}' }).where('is_default', '=', true).execute()
})

test('two inboxes send two brands: template, logo as an inline part, colour, footer, signature', async () => {
  const designed = await template('{{ content }}', {
    design: {
      blocks: [
        { id: 'b', type: 'bar' },
        { id: 'l', type: 'logo', url: '' },
        { id: 'c', type: 'content' },
        { id: 's', type: 'button', label: 'Shop & more', url: 'https://lamps.test/?a=1&b=2' },
        { id: 'f', type: 'footer' },
      ],
    },
  })
  const brand_logo_url = await uploadLogo()
  const lamps = await brandedInbox('lamps@acme.test', {
    ...{ template_id: designed, brand_logo_url, brand_name: 'Lamps', brand_color: '#ffcc00' },
    ...{ brand_footer: 'Oak Street 1\nBerlin', signature: '{{ agent.first_name }}, {{ brand.name }}' },
  })
  const coded = await template(
    '<main><img src="{{ brand.logo }}">{{ brand.name }} {{ inbox.email }} {{ brand.color }}{{ content }}</main>',
  )
  const hats = await brandedInbox('hats@acme.test', { template_id: coded, brand_name: 'Hats <&>' })

  const first = (await reply(lamps)).mail
  expect(first.html).toContain('bgcolor="#ffcc00"')
  expect(first.html).toContain('color: #1c1e26; text-decoration: none;">Shop &amp; more</a>')
  expect(first.html).toContain('Oak Street 1<br>\nBerlin<br>')
  expect(first.html).toContain('<p>Try again</p><p>-- <br>Sam, Lamps</p>')
  const [, cid] = /<img src="cid:([^"]+)" alt="Lamps"/.exec(first.html ?? '') ?? []
  expect(first.attachments).toMatchObject([
    { content_type: 'image/png', content_id: cid, disposition: 'inline' },
  ])
  expect(first.html).not.toContain('/uploads/')
  expect(first.text).toMatch(
    /Try again[\s\S]*Sam, Lamps[\s\S]*Shop & more[\s\S]*Oak Street 1\nBerlin[\s\S]*> Hello/,
  )

  const second = (await reply(hats)).mail
  expect(second.html).toContain('<img src="">Hats &lt;&amp;&gt; hats@acme.test #4f46c8<div dir="auto">')
  expect(second.attachments).toEqual([])
  expect(second.html).not.toContain('Lamps')
})

test('the logo is the workspace’s if the inbox has none', async () => {
  const url = await uploadLogo()
  await admin.put('/api/v1/settings/general', { 'app.logo_url': url })
  const template_id = await template('<img src="{{ brand.logo }}">{{ content }}')
  const { mail } = await reply(await brandedInbox('fallback@acme.test', { template_id }))
  expect(mail.attachments).toHaveLength(1)
  expect(mail.html).toContain(`<img src="cid:${mail.attachments[0]?.content_id}">`)
  await admin.put('/api/v1/settings/general', { 'app.logo_url': 'https://elsewhere.test/logo.png' })
  const remote = await reply(await brandedInbox('remote@acme.test', { template_id }))
  expect(remote.mail.html).toContain('<img src="https://elsewhere.test/logo.png#brand">')
  await admin.put('/api/v1/settings/general', { 'app.logo_url': '' })
})

test('the default template is used once the chosen one was deleted, and a broken one fails the reply with the reason', async () => {
  const template_id = await template('<main>{{ content }}</main>')
  const inbox = await brandedInbox('gone@acme.test', { template_id })
  expect((await reply(inbox)).mail.html).toContain('<main>')
  await t.db.updateTable('templates').set({ body: '{{ nope' }).where('id', '=', template_id).execute()
  expect((await reply(inbox)).delivery_error).toContain('The template "Brand" has an error. Line 1')
  await admin.del(`/api/v1/templates/${template_id}`)
  expect((await reply(inbox)).mail.html).toMatch(/<body><div dir="auto"><p>Try again/)
})

test('a survey, and its page, have the brand of its inbox', async () => {
  const template_id = await template('<header><img src="{{ brand.logo }}"></header>{{ content }}')
  const brand_logo_url = await uploadLogo()
  const inbox = await brandedInbox('survey@acme.test', {
    ...{ template_id, brand_logo_url, brand_name: 'Lamps', brand_color: '#aa0033', csat_enabled: true },
  })
  const body = '<p>{{ brand.name }} <img src="{{ brand.logo }}"> <a href="{{ link }}">Rate</a></p>'
  await t.db.updateTable('templates').set({ body }).where('name', '=', 'Satisfaction survey').execute()
  const { c } = await reply(inbox)
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Resolved' })
  await t.act(t.system, async (tx) =>
    sendSurvey(
      tx,
      await tx.db.selectFrom('conversations').selectAll().where('id', '=', c.id).executeTakeFirstOrThrow(),
    ),
  )
  const survey = await t.db
    .selectFrom('csat_surveys')
    .selectAll()
    .where('conversation_id', '=', c.id)
    .executeTakeFirstOrThrow()
  const { mail } = await deliver(survey.message_id ?? 0)
  expect(mail.attachments).toHaveLength(1)
  const cid = mail.attachments[0]?.content_id
  expect(mail.html).toContain(
    `<header><img src="cid:${cid}"></header><div dir="auto"><p>Lamps <img src="cid:${cid}">`,
  )

  const page = await t.app.inject(`/csat/${survey.uuid}`)
  expect(page.body).toContain(`<img src="${brand_logo_url}" alt="Lamps">`)
  expect(page.body).toContain('--button:#aa0033')
  const [, style = ''] = /<\/style><style>([^<]*)/.exec(page.body) ?? []
  const { createHash } = await import('node:crypto')
  expect(page.headers['content-security-policy']).toContain(
    createHash('sha256').update(style).digest('base64'),
  )
  expect((await t.app.inject(`/csat/00000000-0000-4000-8000-000000000000`)).body).not.toContain('Lamps')
})

test('an email to third parties has the chosen template above the forwarded messages, and nothing of the customer', async () => {
  const body =
    '<main>{{ brand.name }} [{{ contact.full_name }}{{ contact.email }}{{ recipient.email }}{{ conversation.reference_number }}{{ conversation.uuid }}] {{ conversation.subject }}{{ content }}</main>'
  const template_id = await template(body)
  const inbox = await brandedInbox('third@acme.test', { template_id, brand_name: 'Lamps' })
  const forward = async (inbox_id: number) => {
    const c = await t.make.conversation({ inbox_id, email: 'grace@customer.test', subject: 'Parcel' })
    const { status, body: answer } = await admin.post(`/api/v1/conversations/${c.uuid}/forward`, {
      ...{ to: ['dispatch@courier.test'], message: '<p>Please check</p>' },
    })
    expect(status, JSON.stringify(answer)).toBe(200)
    return (await deliver(answer.data.id)).mail.html ?? ''
  }
  const html = await forward(inbox.id)
  expect(html).toMatch(
    /<main>Lamps \[\] Fwd: Parcel<div dir="auto"><p>Please check<\/p><\/div><\/main><div dir="auto"><div>[\s\S]*Forwarded message/,
  )
  // The default template is written for customers.
  await t.db
    .updateTable('templates')
    .set({ body: '<h1>Dear {{ contact.full_name }}</h1>{{ content }}' })
    .where('is_default', '=', true)
    .execute()
  const plain = await forward((await out.inbox('plain-third@acme.test')).id)
  expect(plain).toMatch(/<body><div dir="auto"><p>Please check<\/p><div>[\s\S]*Forwarded message/)
  expect(plain).not.toContain('Dear')
  await t.db.updateTable('templates').set({ body: '{{ content }}' }).where('is_default', '=', true).execute()
})
