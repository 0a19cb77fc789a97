import { lockById } from '../../../conversation-access.ts'
import type { TestMail } from '../../../testing/email/test-mail.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { answerSurvey } from '../../csat/answer-survey.ts'
import { sendSurvey } from '../../csat/send-survey.ts'

/** In everything that the person writes and is called; nothing else contains it. */
export const marker = 'zyqmark'
export const person = {
  address: `${marker}.person@${marker}-home.test`,
  other_address: `other@${marker}-work.test`,
  name: `Zelda ${marker}`,
}
const sentence = `My ${marker} number is 4711 and my street is ${marker} road 5`

/** A picture, so that it may be cached and shown; the marker follows. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

type Browser = Awaited<ReturnType<TestApp['as']>>
type Made = {
  own: string
  shared: string
  named: string
  side: string
  merged_root: string
  handed: string
  contact_id: number
}

/** Leaves traces of the person in the product, as people, mail and integrations do. Returns the conversations by what becomes of them. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one story, in the order in which it happens
export async function plantMarker(
  t: TestApp,
  mail: TestMail,
  { browser, inbox, image_port }: { browser: Browser; inbox: string; image_port: number },
): Promise<Made> {
  const ok = async <T extends { status: number; body: unknown }>(
    response: Promise<T>,
  ): Promise<T['body']> => {
    const { status, body } = await response
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  const receive = async (raw: string, from: string, to = inbox) => {
    const delivery = await mail.receive(raw, to, from)
    const conversation =
      delivery.conversation_id === null ? null : await mail.conversation(delivery.conversation_id)
    return { delivery, conversation, uuid: conversation?.uuid ?? '' }
  }
  const from = `"${person.name}" <${person.address}>`
  const path = (uuid: string, rest = '') => `/api/v1/conversations/${uuid}${rest}`

  // A conversation of the person alone, with a file, a remote image and everything that agents do.
  const own = await receive(withFile(from, inbox, image_port), person.address)
  const contact_id = own.conversation?.contact_id ?? 0
  const key = { 'idempotency-key': 'once' }
  await ok(
    browser.post(
      path(own.uuid, '/messages'),
      {
        message: `<p>Dear ${person.name}, we write to ${marker} road</p>`,
        to: [person.address],
        cc: [person.other_address],
      },
      key,
    ),
  )
  await ok(browser.post(path(own.uuid, '/messages'), { message: `<p>${marker} is angry</p>`, private: true }))
  await ok(browser.put(`/api/v1/drafts/reply.${own.uuid}`, draft(`Hello ${person.name}`)))
  await ok(browser.post(path(own.uuid, '/tags'), { tags: ['vip'] }))
  await ok(browser.put(path(own.uuid, '/custom-attributes/plate'), { value: `${marker} 12` }))
  await ok(browser.put(`/api/v1/contacts/${contact_id}/custom-attributes/shoe`, { value: `${marker} 42` }))
  await ok(
    browser.post(
      `/api/v1/contacts/${contact_id}/addresses`,
      { address: person.other_address },
      { 'idempotency-key': 'address' },
    ),
  )
  await ok(browser.post(`/api/v1/contacts/${contact_id}/notes`, { note: `<p>${marker} likes tea</p>` }))
  await ok(browser.post(path(own.uuid, '/spam')))
  await ok(browser.post(path(own.uuid, '/not-spam')))

  // A conversation of somebody else, in which the person takes part.
  const shared = await receive(
    mail.compose({
      to: `${inbox}, ${person.address}`,
      id: 'shared-1@x.test',
      subject: 'Our order',
      text: 'Where is it?',
    }),
    'grace@customer.test',
  )
  await ok(
    browser.post(path(shared.uuid, '/messages'), {
      message: '<p>On its way</p>',
      to: ['grace@customer.test'],
      cc: [person.address],
    }),
  )
  await receive(
    mail.compose({
      ...{ from, to: inbox, subject: 'Re: Our order', id: `shared-2@${marker}.test`, text: sentence },
      headers: { References: '<shared-1@x.test>' },
    }),
    person.address,
  )
  await receive(
    mail.compose({
      ...{ to: inbox, subject: 'Re: Our order', id: 'shared-3@x.test' },
      text: `I agree.\n\nOn Mon, 2 Mar 2026, ${person.name} <${person.address}> wrote:\n> ${sentence}\n`,
      headers: { References: `<shared-1@x.test> <shared-2@${marker}.test>` },
    }),
    'grace@customer.test',
  )
  await ok(
    browser.post(path(shared.uuid, '/messages'), {
      message: `<p>${person.name} (${person.address}) says: ${sentence}</p>`,
      private: true,
    }),
  )
  await ok(browser.put(`/api/v1/drafts/reply.${shared.uuid}`, draft(`To ${person.address}: ${sentence}`)))

  // The person's own, in which somebody else wrote: it becomes theirs.
  const handed = await receive(
    mail.compose({
      from,
      to: inbox,
      id: `handed-1@${marker}.test`,
      subject: `The ${marker} case`,
      text: sentence,
    }),
    person.address,
  )
  await ok(
    browser.post(path(handed.uuid, '/messages'), {
      message: '<p>Hello both</p>',
      to: [person.address],
      cc: ['hank@customer.test'],
    }),
  )
  await receive(
    mail.compose({
      ...{
        from: 'Hank <hank@customer.test>',
        to: inbox,
        id: 'handed-2@x.test',
        subject: `Re: The ${marker} case`,
        text: 'Me too',
      },
      headers: { References: `<handed-1@${marker}.test>` },
    }),
    'hank@customer.test',
  )

  const later = new Date(t.clock.now().getTime() + 86_400_000).toISOString()
  const both = { to: [person.address, 'hank@customer.test'] }
  await ok(
    browser.post(path(handed.uuid, '/messages'), { ...both, message: `<p>${sentence}</p>`, send_at: later }),
  )
  await ok(
    browser.post(path(handed.uuid, '/messages'), {
      to: [person.address],
      message: '<p>Only you</p>',
      send_at: later,
    }),
  )
  await ok(
    browser.post(path(handed.uuid, '/messages'), {
      ...both,
      message: `<p>${sentence}</p>`,
      undo_seconds: 30,
    }),
  )
  const avatar = Buffer.concat([onePixel, Buffer.from(marker)])
  const content_hash = await t.files.media.put(avatar)
  await t.db
    .insertInto('media')
    .values({
      ...{ created_at: t.clock.now(), updated_at: t.clock.now(), model_type: 'users', person_id: contact_id },
      ...{ filename: `${marker}.png`, content_type: 'image/png', size: avatar.length, content_hash },
    })
    .execute()
  await ok(browser.put(path(handed.uuid, '/status'), { status: 'Resolved' }))
  await t.act(t.system, async (tx) => {
    const c = await lockById(tx, handed.conversation?.id ?? 0)
    if (c) await sendSurvey(tx, c)
  })
  const survey = await t.db
    .selectFrom('csat_surveys')
    .select('uuid')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await t.act(t.system, (tx) => answerSurvey(tx, survey.uuid, { rating: 5, comment: `${marker} was here` }))

  // Another contact of the same person, merged into this one.
  const twin = await receive(
    mail.compose({
      from: `Zelda <third@${marker}.test>`,
      to: inbox,
      id: `twin@${marker}.test`,
      text: sentence,
    }),
    `third@${marker}.test`,
  )
  await ok(browser.post(`/api/v1/contacts/${twin.conversation?.contact_id}/merge`, { into_id: contact_id }))

  // An image that a message refers to is cached when an agent loads it.
  const [message] = await mail.messagesOf(own.conversation?.id ?? 0)
  const url = encodeURIComponent(`http://images.${marker}.test:${image_port}/a.png`)
  await ok(browser.get(`/api/v1/media/remote/${message?.uuid}?url=${url}`))

  // Named by an agent in a conversation in which the person has no part.
  const named = await receive(
    mail.compose({ from: 'Iris <iris@customer.test>', to: inbox, id: 'named@x.test' }),
    'iris@customer.test',
  )
  await ok(
    browser.post(path(named.uuid, '/messages'), { message: `<p>Ask ${person.address}</p>`, private: true }),
  )

  // A third party in a side thread.
  const side = await receive(
    mail.compose({ from: 'Joan <joan@customer.test>', to: inbox, id: 'side@x.test' }),
    'joan@customer.test',
  )
  await ok(
    browser.post(path(side.uuid, '/forward'), { to: [person.address], message: '<p>Can you help?</p>' }),
  )

  // Merged into somebody else's.
  const root = await receive(
    mail.compose({ from: 'Kim <kim@customer.test>', to: inbox, id: 'root@x.test' }),
    'kim@customer.test',
  )
  t.clock.advance(60_000)
  const merged = await receive(
    mail.compose({ from, to: inbox, id: `merged@${marker}.test`, subject: `Also ${marker}`, text: sentence }),
    person.address,
  )
  await ok(browser.post(path(merged.uuid, '/merge'), { into: root.uuid }))

  // In the ledger only: a second copy, and a report about an unknown email.
  await mail.receive(
    `Received: by another way\n${mail.compose({ from, to: inbox, id: `merged@${marker}.test`, subject: `Also ${marker}`, text: sentence })}`,
    inbox,
    person.address,
  )
  await ok(browser.put('/api/v1/drafts/new', draft(`Dear ${person.name}`, { to: [person.address] })))
  return {
    ...{ own: own.uuid, shared: shared.uuid, named: named.uuid, side: side.uuid },
    merged_root: root.uuid,
    handed: handed.uuid,
    contact_id,
  }
}

const draft = (text: string, fields: object = {}) => ({
  base_revision: 0,
  client_id: 'tab',
  content: { html: `<p>${text}</p>`, fields },
})

const withFile = (from: string, to: string, image_port: number) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: About my ${marker} order`,
    `Message-ID: <own@${marker}.test>`,
    'Date: Mon, 02 Mar 2026 08:59:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    `<p>${sentence}</p><img src="http://images.${marker}.test:${image_port}/a.png">`,
    '--b',
    'Content-Type: text/plain',
    `Content-Disposition: attachment; filename="${marker}.txt"`,
    '',
    `The contract of ${marker}`,
    '--b--',
    '',
  ].join('\n')
