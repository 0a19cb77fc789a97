import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { addDkimSignature, type DnsZone, dkimRecord, withCrlf } from '../../../testing/email/signed-mail.ts'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { encryptConfig } from '../../inboxes/inbox-config.ts'
import { formatReceivingAddress } from '../../inboxes/receiving-address.ts'
import { storeRawMail } from '../ledger/raw-mail.ts'
import { insertDelivery } from '../ledger/record-delivery.ts'
import { deliverMessage } from '../sending/deliver-message.ts'
import { processDelivery } from './process-delivery.ts'
import { recheckSender } from './recheck-sender.ts'

const spf = 'v=spf1 ip4:127.0.0.1 -all'
const dns: DnsZone & { txt: Record<string, string>; fails: Set<string> } = {
  txt: {
    'customer.test': spf,
    '_dmarc.customer.test': 'v=DMARC1; p=reject',
    'evil.test': spf,
    ...dkimRecord('customer.test'),
  },
  fails: new Set(),
}

let t: TestApp
let mail: TestMail
let out: TestSending
const address = 'support@acme.test'
let inbox_id: number
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t, { dns })
  out = await startTestSending(t)
  inbox_id = (await out.inbox(address)).id
})
afterAll(async () => {
  await mail.stop()
  await out.stop()
  await t.stop()
})

let count = 0
/** A mail that claims to be from Grace, sent by her server or by someone else's. */
const receive = (
  by: 'grace' | 'mallory',
  values: { subject?: string; headers?: Record<string, string>; from?: string; text?: string } = {},
) => {
  count += 1
  return mail.receive(
    mail.compose({ to: address, from: 'Grace <grace@customer.test>', ...values }),
    address,
    by === 'grace' ? 'grace@customer.test' : 'mallory@evil.test',
  )
}
const newest = async (conversation_id: number | null) => {
  const messages = await mail.messagesOf(conversation_id)
  return messages.filter(({ type }) => type === 'incoming').at(-1)
}
const agent = async () => t.as(await t.make.agent())
const uuidOf = async (id: number | null) => (await mail.conversation(id)).uuid

test('a message shows whether its sender is verified, also in the API', async () => {
  const { conversation_id } = await receive('grace')
  const list = await (await agent()).get(`/api/v1/conversations/${await uuidOf(conversation_id)}/messages`)
  expect(list.body.data.results[0].authentication).toEqual({
    verdict: 'pass',
    reason: 'dmarc',
    spf: 'pass',
    dkim: 'unchecked',
    dmarc: 'pass',
    arc: 'unchecked',
    domain: 'customer.test',
    first_from_sender: true,
    looks_like: null,
    new_addresses: [],
  })
  const forged = await newest((await receive('mallory')).conversation_id)
  expect(forged?.authentication).toMatchObject({ verdict: 'fail', dmarc: 'fail', first_from_sender: false })
})

test('an author named in a header other than From is not verified by From', async () => {
  dns.txt['acme.test'] = spf
  const { conversation_id } = await mail.receive(
    mail.compose({
      to: address,
      from: 'Grace via Support <support@acme.test>',
      headers: { 'X-Original-From': 'Grace <grace@customer.test>' },
    }),
    address,
    'support@acme.test',
  )
  const message = await newest(conversation_id)
  expect(message?.meta).toMatchObject({ from: ['grace@customer.test'] })
  expect(message?.authentication).toMatchObject({ verdict: 'fail', reason: 'other_author' })
})

test('a subject number joins for the verified customer; a forged mail starts a conversation that links to it', async () => {
  const c = await mail.conversation((await receive('grace')).conversation_id)
  const subject = `Re: A question [#${c.reference_number}]`
  const forged = await receive('mallory', { subject })
  expect(forged.conversation_id).not.toBe(c.id)
  const lines = (await mail.messagesOf(forged.conversation_id)).flatMap(({ activity }) => activity ?? [])
  expect(lines).toEqual([
    { type: 'may_belong_to', data: { reference_number: c.reference_number, uuid: c.uuid } },
  ])
  expect((await receive('grace', { subject })).conversation_id).toBe(c.id)
  // For a sender who is not a participant there is no link.
  const stranger = await receive('mallory', { subject, from: 'mallory@evil.test' })
  expect(stranger.conversation_id).not.toBe(c.id)
  expect((await mail.messagesOf(stranger.conversation_id)).map(({ type }) => type)).toEqual(['incoming'])
})

test('a mail that cites a known reference joins without passing sender checks', async () => {
  const first = await receive('grace', { headers: {} })
  const { source_id } = (await newest(first.conversation_id)) ?? {}
  const answer = await receive('mallory', { headers: { References: `<${source_id}>` } })
  expect(answer.conversation_id).toBe(first.conversation_id)
})

test('Reply-To and Cc become recipients only for a verified reply, not for a forged one', async () => {
  const first = await receive('grace')
  const { source_id } = (await newest(first.conversation_id)) ?? {}
  const headers = {
    References: `<${source_id}>`,
    'Reply-To': 'drop@evil.test',
    Cc: 'boss@evil.test, grace@customer.test',
  }
  await receive('mallory', { headers })
  const forged = await newest(first.conversation_id)
  expect(forged?.authentication).toMatchObject({ new_addresses: ['drop@evil.test', 'boss@evil.test'] })
  await receive('grace', { headers: { ...headers, Cc: 'boss@evil.test' } })
  expect((await newest(first.conversation_id))?.authentication).toMatchObject({ new_addresses: [] })
  // Introduced by the customer, so it is not new any more.
  await receive('mallory', { headers: { ...headers, Cc: 'boss@evil.test' } })
  expect((await newest(first.conversation_id))?.authentication).toMatchObject({
    new_addresses: ['drop@evil.test'],
  })
})

const sendReply = async (uuid: string, body: object) => {
  const answer = await (await agent()).post(`/api/v1/conversations/${uuid}/messages`, {
    message: '<p>An answer</p>',
    ...body,
  })
  expect(answer.status).toBe(200)
  const before = out.sink.mails.length
  await deliverMessage(out.deps, answer.body.data.id)
  const raw = out.sink.mails[before]?.raw.toString() ?? ''
  return { meta: answer.body.data.meta, raw }
}

test('history is quoted to recipients who have seen it, and to others only after a confirmation, also in later replies', async () => {
  const uuid = await uuidOf((await receive('grace', { text: 'My secret order number' })).conversation_id)
  const toGrace = await sendReply(uuid, { to: ['grace@customer.test'] })
  expect(toGrace.raw).toContain('My secret order number')
  expect(toGrace.meta).not.toHaveProperty('history_withheld')
  const both = { to: ['grace@customer.test'], cc: ['bo@partner.test'] }
  const added = await sendReply(uuid, both)
  expect(added.meta).toMatchObject({ history_withheld: true })
  expect(added.raw).not.toContain('My secret order number')
  expect(added.raw).not.toContain('wrote:')
  const again = await sendReply(uuid, both)
  expect(again.raw).not.toContain('My secret order number')
  expect(again.raw).toContain('wrote:')
  const confirmed = await sendReply(uuid, { ...both, history: 'all' })
  expect(confirmed.raw).toContain('My secret order number')
  expect((await sendReply(uuid, both)).raw).toContain('My secret order number')
})

test('a confirmation is kept with a held reply', async () => {
  const c = await mail.conversation(
    (await receive('grace', { text: 'My secret order number' })).conversation_id,
  )
  const browser = await agent()
  const send = (history?: 'all') =>
    browser.post(`/api/v1/conversations/${c.uuid}/messages`, {
      message: '<p>An answer</p>',
      to: ['bo@partner.test'],
      undo_seconds: 10,
      ...(history && { history }),
    })
  for (const [history, withheld] of [
    [undefined, true],
    ['all', undefined],
  ] as const) {
    const held = await send(history)
    expect((await browser.put(`/api/v1/held-sends/${held.body.data.held.uuid}/send`)).status).toBe(200)
    const [message] = (await mail.messagesOf(c.id)).filter(({ type }) => type === 'outgoing').slice(-1)
    expect((message?.meta as { history_withheld?: boolean } | undefined)?.history_withheld).toBe(withheld)
  }
})

test('a sender whose DNS does not respond is checked again, and the result is pushed to browsers', async () => {
  dns.fails.add('_dmarc.late.test')
  dns.txt['late.test'] = spf
  dns.txt['_dmarc.late.test'] = 'v=DMARC1; p=none'
  const { conversation_id } = await mail.receive(
    mail.compose({ to: address, from: 'ada@late.test', headers: { 'Reply-To': 'office@else.test' } }),
    address,
    'mallory@evil.test',
  )
  const message = await newest(conversation_id)
  const id = message?.id ?? 0
  expect(message?.authentication).toMatchObject({
    verdict: 'unchecked',
    reason: 'dns_failed',
    new_addresses: ['office@else.test'],
  })
  const job = async () => (await t.jobs()).find(({ key }) => key === `verify_sender:${id}`)
  expect(await job()).toMatchObject({ task: 'verify_sender' })

  await recheckSender(mail.reading, id, 1)
  expect((await newest(conversation_id))?.authentication).toMatchObject({ verdict: 'unchecked' })

  dns.fails.delete('_dmarc.late.test')
  await recheckSender(mail.reading, id, 2)
  const rechecked = await newest(conversation_id)
  expect(rechecked?.authentication).toMatchObject({
    verdict: 'fail',
    reason: 'not_proven',
    new_addresses: ['office@else.test'],
  })
  expect(rechecked?.version).toBe((message?.version ?? 0) + 1)
  expect((await t.events(conversation_id ?? 0)).at(-1)).toBe('message.changed')
  await recheckSender(mail.reading, id, 3)
  expect((await newest(conversation_id))?.version).toBe(rechecked?.version)
})

test('for a mailbox, the results of its configured server count', async () => {
  const results = (id: string) =>
    `${id}; dmarc=pass header.from=customer.test; spf=pass smtp.mailfrom=customer.test`
  const read = async (authserv_id: string | undefined, header: string) => {
    const imap = { host: 'imap.acme.test', port: 993, authserv_id }
    await t.db
      .updateTable('inboxes')
      .set({ config: json({ smtp: [], imap: [imap] }) })
      .where('id', '=', other.id)
      .execute()
    count += 1
    const raw = mail.compose({ to: 'box@acme.test', headers: { 'Authentication-Results': header } })
    const raw_hash = await storeRawMail(t.files.mail, Buffer.from(raw))
    const id = await t.act(t.system, (tx) =>
      insertDelivery(tx, {
        inbox_id: other.id,
        source: 'imap',
        envelope: { peer: null, helo: null, from: null, recipients: [] },
        raw_hash,
        raw_size: raw.length,
        imap_folder: 'INBOX',
        imap_uidvalidity: 1,
        imap_uid: count,
      }),
    )
    await processDelivery(mail.reading, id ?? 0)
    return (await newest((await mail.deliveries({ newest: 1 }))[0]?.conversation_id ?? null))?.authentication
  }
  const other = await t.make.inbox('box@acme.test')
  expect(await read('mx.acme.test', results('mx.acme.test'))).toMatchObject({ verdict: 'pass' })
  expect(await read('mx.acme.test', results('mx.evil.test'))).toMatchObject({ reason: 'no_results' })
  expect(await read(undefined, results('mx.acme.test'))).toMatchObject({ reason: 'not_configured' })
})

test('an omitted authserv-id is kept, and "" removes it', () => {
  const server = { host: 'imap.acme.test', port: 993, username: '', password: '' }
  const written = (more: object) => ({ smtp: [], imap: [{ ...server, ...more }] }) as never
  const stored = { smtp: [], imap: [{ ...server, authserv_id: 'mx.acme.test' }] }
  expect(encryptConfig(t.secrets, written({}), stored).imap[0]?.authserv_id).toBe('mx.acme.test')
  expect(encryptConfig(t.secrets, written({ authserv_id: '' }), stored).imap[0]?.authserv_id).toBe('')
})

test("mail forwarded to an inbox's receiving address arrives, and its signature still proves the sender", async () => {
  const { receiving_token } = await t.db
    .selectFrom('inboxes')
    .select('receiving_token')
    .where('id', '=', inbox_id)
    .executeTakeFirstOrThrow()
  const own = formatReceivingAddress(receiving_token, 'mail.acme.test') ?? ''
  expect(own).toMatch(/^inbox-[0-9a-f]{20}@mail\.acme\.test$/)
  const raw = await addDkimSignature(withCrlf(mail.compose({ to: 'public@acme.test' })), 'customer.test')
  const delivery = await mail.receive(raw, own.toUpperCase(), 'forwarder@provider.test')
  expect(delivery).toMatchObject({ inbox_id, state: 'threaded' })
  expect((await newest(delivery.conversation_id))?.authentication).toMatchObject({
    verdict: 'pass',
    reason: 'dmarc',
    dkim: 'pass',
  })
  const almostOwn = own.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  await expect(mail.send(raw, almostOwn)).rejects.toThrow(/550/)
})
