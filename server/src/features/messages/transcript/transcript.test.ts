import { expect, test } from 'vitest'
import {
  answer,
  customer,
  deliver,
  forwarded,
  inbox,
  mail,
  path,
  sam,
  setUpSideThreads,
  t,
} from '../side-threads/side-threads-suite.ts'

setUpSideThreads()

const hostile = [
  `From: Grace <${customer}>`,
  `To: help@acme.test`,
  'Subject: <script>alert(1)</script>',
  'Message-ID: <hostile@customer.test>',
  'Content-Type: text/html',
  '',
  '<p onclick="alert(1)">The question</p><script>alert(2)</script><img src="https://tracker.test/a.png"><form action="https://evil.test"><input></form>',
  '',
].join('\n')

test('a transcript contains the emails; notes and side threads only when asked for; hostile HTML stays inert', async () => {
  const delivery = await mail.receive(hostile, inbox.address)
  const c = await mail.conversation(delivery.conversation_id)
  const browser = await t.as(sam)
  await browser.post(path(c, '/messages'), { message: '<p>A secret note</p>', private: true })
  const { parsed } = await forwarded(c, { message: '<p>Third party words</p>' })
  await answer({ 'In-Reply-To': `<${parsed.message_id}>` }, { text: 'The courier answers' })
  const reply = await browser.post(path(c, '/messages'), { message: '<p>Our answer</p>', to: [customer] })
  await deliver(reply.body.data.id)
  const read = async (query: string) => browser.get(path(c, `/transcript?${query}`))

  const text = await read('')
  expect(text.status, JSON.stringify(text.body)).toBe(200)
  expect(text.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' })
  expect(text.body).toMatch(/The question[\s\S]*Our answer/)
  expect(text.body).not.toMatch(/secret note|Third party|courier/)
  const all = await read('notes=true&side_threads=true')
  for (const words of ['A secret note', 'Third party words', 'The courier answers'])
    expect(all.body).toContain(words)

  const page = await read('format=html')
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  expect(page.headers['content-disposition']).toMatch(/^attachment/)
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page.body).not.toMatch(/<script|onclick|tracker\.test"|<form|secret note|courier/)
})

test('a transcript contains the emails of merged conversations, by time, and they have their source', async () => {
  const receive = async (text: string) => {
    t.clock.advance(60_000)
    const delivery = await mail.receive(mail.compose({ to: inbox.address, text }), inbox.address)
    return mail.conversation(delivery.conversation_id)
  }
  const [first, target] = [await receive('The first parcel'), await receive('The second parcel')]
  const last = await receive('The third parcel')
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const merge = (c: { uuid: string }, into: { uuid: string }) =>
    browser.post(path(c, '/merge'), { into: into.uuid })
  await merge(first, last)
  await merge(last, target)

  const { body } = await browser.get(path(target, '/transcript'))
  expect(body).toMatch(/The first parcel[\s\S]*The second parcel[\s\S]*The third parcel/)
  expect((await browser.get(path(last, '/transcript'))).body).not.toContain('The second parcel')
  const [message] = await mail.messagesOf(first.id)
  for (const c of [first, target])
    for (const rest of ['/source', '/source/raw'])
      expect((await browser.get(path(c, `/messages/${message?.uuid}${rest}`))).status).toBe(200)
  expect((await browser.get(path(target, `/messages/${message?.uuid}/source`))).body.data.headers).toContain(
    'Message-ID',
  )
  await browser.post(path(last, '/unmerge'), {})
  expect((await browser.get(path(target, `/messages/${message?.uuid}/source`))).status).toBe(404)
})

test('the dates of a transcript are in the agent’s time zone, or the workspace’s, and it says which', async () => {
  t.clock.set(new Date('2026-07-01T22:30:00Z'))
  const delivery = await mail.receive(mail.compose({ to: inbox.address }), inbox.address)
  const c = await mail.conversation(delivery.conversation_id)
  const browser = await t.as(sam)
  const read = async (query: string) => (await browser.get(path(c, `/transcript?${query}`))).body
  const setZone = (zone: string) =>
    t.db.updateTable('agents').set({ time_zone: zone }).where('id', '=', sam.id).execute()
  expect(await read('')).toMatch(/\nTimes in UTC\n[\s\S]*1 Jul 2026, 22:30/)
  await t.db
    .insertInto('settings')
    .values({ key: 'app.timezone', value: JSON.stringify('America/New_York'), updated_at: t.clock.now() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: JSON.stringify('America/New_York') }),
    )
    .execute()
  expect(await read('')).toMatch(/\nTimes in America\/New_York\n[\s\S]*1 Jul 2026, 18:30/)
  await setZone('Europe/Berlin')
  expect(await read('')).toMatch(/\nTimes in Europe\/Berlin\n[\s\S]*2 Jul 2026, 00:30/)
  expect(await read('format=html')).toMatch(/>Times in Europe\/Berlin<[\s\S]*2 Jul 2026, 00:30</)
  // One that this machine doesn't know.
  await setZone('Mars/Olympus')
  expect(await read('')).toMatch(/\nTimes in UTC\n[\s\S]*1 Jul 2026, 22:30/)
  await setZone('')
})

test('the source of a received email is shown and downloaded as text; a reply has none', async () => {
  const delivery = await mail.receive(
    mail.compose({ to: inbox.address, id: 'known@customer.test' }),
    inbox.address,
  )
  const c = await mail.conversation(delivery.conversation_id)
  const [message] = await mail.messagesOf(c.id)
  const browser = await t.as(sam)
  const source = await browser.get(path(c, `/messages/${message?.uuid}/source`))
  expect(source.body.data.headers).toContain('Message-ID: <known@customer.test>')
  const raw = await browser.get(path(c, `/messages/${message?.uuid}/source/raw`))
  expect(raw.headers).toMatchObject({
    'content-type': 'message/rfc822',
    'content-disposition': expect.stringMatching(/^attachment/),
    'x-content-type-options': 'nosniff',
  })
  const reply = await browser.post(path(c, '/messages'), { message: '<p>x</p>', to: [customer] })
  expect((await browser.get(path(c, `/messages/${reply.body.data.uuid}/source`))).status).toBe(404)
  const stranger = await t.make.agent({ permissions: ['conversations:read', 'messages:read'] })
  const theirs = await t.as(stranger)
  for (const rest of [
    `/messages/${message?.uuid}/source`,
    `/messages/${message?.uuid}/source/raw`,
    '/transcript',
  ])
    expect((await theirs.get(path(c, rest))).status).toBe(404)
})
