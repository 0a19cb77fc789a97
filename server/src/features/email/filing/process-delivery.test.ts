import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readRawMail } from '../ledger/raw-mail.ts'
import {
  address,
  inbox_id,
  mail,
  messageOf,
  receiveRaw,
  setUpDeliveries,
  t,
} from './process-delivery-suite.ts'

setUpDeliveries()

test('a first mail becomes an open conversation of a new contact in the API', async () => {
  const delivery = await mail.receive(
    mail.compose({
      from: '"Hopper, Grace" <Grace@customer.test>',
      to: address,
      subject: '=?utf-8?q?Caf=C3=A9?=',
    }),
    address,
  )
  expect(delivery).toMatchObject({
    state: 'threaded',
    reason: null,
    subject: 'Café',
    from_address: 'grace@customer.test',
  })
  const c = await mail.conversation(delivery.conversation_id)
  expect(c).toMatchObject({
    inbox_id,
    subject: 'Café',
    origin: 'email',
    status_id: 1,
    unread_counter: 1,
    waiting_since: t.clock.now(),
    last_message_sender: 'contact',
  })
  const browser = await t.as(await t.make.agent())
  const { body } = await browser.get(`/api/v1/conversations/${c.uuid}/messages`)
  expect(body.data.results).toMatchObject([
    {
      type: 'incoming',
      status: 'received',
      sender: { type: 'contact', first_name: 'Grace', last_name: 'Hopper' },
      meta: { from: ['grace@customer.test'], to: [address], cc: [], subject: 'Café' },
      content: expect.stringContaining('Hello, this is mail'),
    },
  ])
  expect(await t.events(c.id)).toEqual(['conversation.created', 'message.created'])
  const { actor_kind, actor_id } = await t.db
    .selectFrom('events')
    .select(['actor_kind', 'actor_id'])
    .where('type', '=', 'message.created')
    .where('conversation_id', '=', c.id)
    .executeTakeFirstOrThrow()
  expect({ actor_kind, actor_id }).toEqual({ actor_kind: 'contact', actor_id: c.contact_id })
})

test('a subject of 100 kB is cut to 1,000 whole characters, and the raw mail keeps all of it', async () => {
  // The 1,000th UTF-16 unit is the first half of an emoji.
  const subject = `Re: ${'x'.repeat(995)}${'😀'.repeat(25_000)}`
  const delivery = await mail.receive(mail.compose({ to: address, subject }), address)
  expect(delivery).toMatchObject({ state: 'threaded', subject: subject.slice(0, 999) })
  const message = await messageOf(delivery)
  expect(message.meta).toMatchObject({ subject: subject.slice(0, 999) })
  const c = await mail.conversation(delivery.conversation_id)
  expect(c.subject).toBe(subject.slice(0, 999))
  expect(JSON.stringify({ delivery, message, c }).length).toBeLessThan(20_000)
  expect(String(await readRawMail(t.files.mail, delivery.raw_hash))).toContain(subject)
})

test('HTML is stored raw and clean, its picture is shown from /uploads, and files are listed', async () => {
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  const raw = [
    'From: Grace <grace@customer.test>',
    `To: ${address}`,
    'Subject: Pictures',
    'Message-ID: <pictures@customer.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=m',
    '',
    '--m',
    'Content-Type: multipart/related; boundary=r',
    '',
    '--r',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p onclick="steal()">See <img src="cid:logo@x"><script>steal()</script><img src="https://tracker.test/a.png"></p>',
    '--r',
    'Content-Type: image/png; name="logo.png"',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <logo@x>',
    '',
    png.toString('base64'),
    '--r--',
    '--m',
    'Content-Type: application/pdf; name="bill.pdf"',
    'Content-Disposition: attachment; filename="bill.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF-1.4 a bill').toString('base64'),
    '--m--',
    '',
  ].join('\n')
  const message = await receiveRaw(raw)
  const media = await t.db
    .selectFrom('media')
    .selectAll()
    .where('message_id', '=', message.id)
    .orderBy('id')
    .execute()
  expect(media).toMatchObject([
    { filename: 'logo.png', disposition: 'inline', content_id: 'logo@x', has_thumbnail: true },
    { filename: 'bill.pdf', disposition: 'attachment', content_type: 'application/pdf', size: 15 },
  ])
  expect(message).toMatchObject({ remote_images: 1, has_attachments: true })
  expect(message.content).toContain(`/uploads/${media[0]?.uuid}`)
  expect(message.content).not.toMatch(/script|onclick| src="https:/)
  expect(message.raw_content).toContain('onclick="steal()"')

  const browser = await t.as(await t.make.agent())
  const file = await browser.get(`/uploads/${media[1]?.uuid}`)
  expect(file).toMatchObject({ status: 200, body: '%PDF-1.4 a bill' })
  expect((await browser.get(`/uploads/thumb_${media[0]?.uuid}`)).status).toBe(200)
})

test('new text comes first and quotes are folded, as written by Gmail, Apple Mail and Outlook', async () => {
  const gmail =
    '<div dir="ltr">Yes please</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 2, 2026 at 9:00 AM Support &lt;help@acme.test&gt; wrote:<br></div><blockquote class="gmail_quote">Shall we?</blockquote></div>'
  const apple =
    '<html><body>Yes please<br><div><br><blockquote type="cite"><div>On 2. Mar 2026, at 09:00, Support &lt;help@acme.test&gt; wrote:</div><br><div>Shall we?</div></blockquote></div></body></html>'
  const outlook =
    '<div class=WordSection1><p class=MsoNormal>Yes please</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class=MsoNormal><b>From:</b> Support &lt;help@acme.test&gt;<br><b>Sent:</b> Monday, March 2, 2026 9:00 AM<br><b>To:</b> Grace &lt;grace@customer.test&gt;<br><b>Subject:</b> A question</p></div><p class=MsoNormal>Shall we?</p></div>'
  for (const html of [gmail, apple, outlook]) {
    const message = await receiveRaw(
      mail.compose({
        to: address,
        text: html,
        headers: { 'MIME-Version': '1.0', 'Content-Type': 'text/html; charset=utf-8' },
      }),
    )
    expect(message.text_content).toMatch(/^Yes please\n/)
    expect(message.text_content).toContain('Shall we?')
    const [visible, folded] = message.content.split('data-parley-fold="quote"')
    expect(visible).toContain('Yes please')
    expect(visible).not.toContain('Shall we?')
    expect(folded).toContain('Shall we?')
    expect((await mail.conversation(message.conversation_id)).last_message).toMatch(/^Yes please/)
  }
})

test('a text mail keeps its lines and links, and its markup is escaped', async () => {
  const message = await receiveRaw(
    mail.compose({ to: address, text: 'First <b>line</b>\nSee https://acme.test/a?b=1&c=2.' }),
  )
  expect(message.content).toContain(
    'First &lt;b&gt;line&lt;/b&gt;\nSee <a href="https://acme.test/a?b=1&amp;c=2"',
  )
})

test('NUL, invalid UTF-8 and missing headers break nothing', async () => {
  const broken = Buffer.concat([
    Buffer.from(`From: Gr\xe4ce <grace@customer.test>\r\nTo: ${address}\r\nSubject: a`, 'latin1'),
    Buffer.from([0, 0xff, 0xfe]),
    Buffer.from('\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nbefore'),
    Buffer.from([0, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
    Buffer.from('after\r\n'),
  ])
  const message = await receiveRaw(broken)
  expect(message.text_content).toMatch(/^before.*after$/)
  expect(message.content).not.toContain('\0')
})

test('mails without Message-ID are distinguished by sender, date, subject and text', async () => {
  const raw = (text: string, date = 'Date: Mon, 02 Mar 2026 08:00:00 +0000\n') =>
    `From: robot@customer.test\nTo: ${address}\n${date}Subject: Alarm\nMessage-ID:\n\n${text}\n`
  const one = await mail.receive(raw('Disk full'), address)
  const copy = await mail.receive(raw('Disk full'), address)
  const other = await mail.receive(raw('Disk empty'), address)
  expect([one.state, copy.state, other.state]).toEqual(['threaded', 'ignored', 'threaded'])
  // Without a date, a copy cannot be told from a second alarm: filing it twice is better than never.
  const states = []
  for (let i = 0; i < 2; i++) states.push((await mail.receive(raw('Fire', ''), address)).state)
  expect(states).toEqual(['threaded', 'threaded'])
})

test('the ledger is visible to inbox managers, with filters, counts and the raw mail as a download', async () => {
  const raw = mail.compose({ to: address, subject: 'Evidence', text: '<script>alert(1)</script>' })
  const delivery = await mail.receive(raw, address)
  const admin = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  const { body } = await admin.get(`/api/v1/email/deliveries?inbox_id=${inbox_id}&state=threaded&page_size=1`)
  expect(body.data).toMatchObject({
    per_page: 1,
    page: 1,
    results: [{ id: delivery.id, subject: 'Evidence' }],
  })
  expect(body.data.results[0]).toMatchObject({
    message_uuid: (await messageOf(delivery)).uuid,
    conversation_uuid: (await mail.conversation(delivery.conversation_id)).uuid,
    envelope: { recipients: [address] },
  })
  const counts = (await admin.get('/api/v1/email/deliveries/counts')).body.data
  const all = await mail.deliveries()
  expect(counts.received + counts.threaded + counts.quarantined + counts.ignored).toBe(all.length)

  const file = await admin.get(`/api/v1/email/deliveries/${delivery.id}/raw`)
  expect(file).toMatchObject({
    status: 200,
    body: raw.replaceAll('\n', '\r\n'),
    headers: {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename=delivery-${delivery.id}.eml`,
      'x-content-type-options': 'nosniff',
    },
  })
  expect((await admin.get('/api/v1/email/deliveries/999999/raw')).status).toBe(404)
  const agent = await t.as(await t.make.agent())
  for (const path of ['', '/counts', `/${delivery.id}/raw`])
    expect((await agent.get(`/api/v1/email/deliveries${path}`)).status).toBe(403)
})
