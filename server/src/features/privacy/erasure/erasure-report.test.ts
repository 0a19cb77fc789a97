import { readFileSync } from 'node:fs'
import { type ErasureKind, erasureKinds } from '@parley/contract/privacy/privacy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordFinish, recordStart } from '../../../backup/recorded-backups.ts'
import { erasedText } from '../../../erased-text.ts'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { eraseContact } from './erase-contact.ts'
import { countLabels, getErasureReport } from './erasure-report.ts'
import { listErasures } from './present-erasure.ts'

let t: TestApp
let mail: TestMail
let browser: Awaited<ReturnType<TestApp['as']>>
const inbox = 'support@acme.test'
const hour = 3_600_000

beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  await t.make.inbox(inbox)
  browser = await t.as(await t.make.agent({ first_name: 'Ada', permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const backups = {
  ...{ target: '/srv/backups', schedule: '0 3 * * *', retention: { days: 7, weeks: 0, months: 0 } },
  ...{ passphrase: undefined },
  s3: { region: 'us-east-1', endpoint: undefined, credentials: undefined, force_path_style: false },
}
const context = () => ({ db: t.db, backups, now: t.clock.now() })

async function receive(text: string, { from = 'grace@home.test', references = '', subject = 'Lamp' } = {}) {
  const name = from.startsWith('grace') ? 'Grace Hopper' : 'Hank Young'
  const { conversation_id } = await mail.receive(
    mail.compose({
      ...{ from: `${name} <${from}>`, to: inbox, subject, text, id: `${Math.random()}@x.test` },
      ...(references && { headers: { References: references } }),
    }),
    inbox,
    from,
  )
  return mail.conversation(conversation_id ?? 0)
}

const reply = (uuid: string, message: string, more = {}) =>
  browser.post(`/api/v1/conversations/${uuid}/messages`, { message, ...more })

/** Requests the erasure, and carries it out to the end. */
async function erase(contact_id: number, confirmation: string): Promise<number> {
  const { status, body } = await browser.post(`/api/v1/contacts/${contact_id}/erasure`, { confirmation })
  expect([status, body.message]).toEqual([200, undefined])
  await eraseContact(t, body.data.id)
  t.clock.advance(1.1 * hour)
  await eraseContact(t, body.data.id)
  return body.data.id
}

const findErasure = async (id: number) => (await listErasures(context())).find((one) => one.id === id)

test('the preview counts what the report counts, and leaves out what is zero', async () => {
  const own = await receive('My lamp is broken')
  await reply(own.uuid, '<p>Hello Grace,</p><p>we send a new one</p>', { to: ['grace@home.test'] })
  await reply(own.uuid, '<p>She is nice</p>', { private: true })
  const merged = await receive('Another lamp is broken', { subject: 'Second lamp' })
  const into = await browser.post(`/api/v1/conversations/${merged.uuid}/merge`, { into: own.uuid })
  expect([into.status, into.body.message]).toEqual([200, undefined])
  const shared = await receive('Where is our order?', { from: 'hank@work.test', subject: 'Order' })
  await reply(shared.uuid, '<p>Hi Grace,</p><p>it is on its way. I told Grace before.</p>', {
    to: ['grace@home.test', 'hank@work.test'],
  })
  const { source_id } = await t.db
    .selectFrom('messages')
    .select('source_id')
    .where('conversation_id', '=', shared.id)
    .where('type', '=', 'incoming')
    .executeTakeFirstOrThrow()
  await receive('It is not here yet, my address is Lamp Street 5', {
    ...{ references: `<${source_id}>`, subject: 'Re: Order' },
  })
  await browser.post(`/api/v1/contacts/${own.contact_id}/notes`, { note: '<p>Likes lamps</p>' })

  const preview = (await browser.get(`/api/v1/contacts/${own.contact_id}/erasure`)).body.data
  expect(preview.counts).toEqual({
    ...{ conversations_deleted: 2, messages_deleted: 4, conversations_changed: 1, messages_emptied: 1 },
    ...{ raw_emails: 4, contact_notes: 1 },
  })
  const { counts } = (await findErasure(await erase(own.contact_id, 'grace@home.test'))) ?? { counts: {} }
  expect(counts).toMatchObject(preview.counts)

  const { rows } = await readMessages(shared.uuid)
  const texts = rows.map(({ content }) => content).join()
  expect(texts).toContain(`<p>Hi ${erasedText},</p>`)
  // A first name in running text is also that of others.
  expect(texts).toContain('I told Grace before.')
  expect(texts).not.toContain('Lamp Street')
})

const readMessages = async (uuid: string): Promise<{ rows: { content: string }[] }> => ({
  rows: (await browser.get(`/api/v1/conversations/${uuid}/messages`)).body.data.results,
})

test('a first name stays where someone else in the conversation has it, too', async () => {
  const namesake = await t.make.agent({ first_name: 'Grace', permissions: t.make.allPermissions })
  const c = await receive('Are you there?', { from: 'hank@work.test', subject: 'Namesakes' })
  const other = await t.as(namesake)
  const path = `/api/v1/conversations/${c.uuid}/messages`
  await other.post(path, { message: '<p>Dear Grace,</p>', to: ['grace@office.test', 'hank@work.test'] })
  const own = await receive('It is me', { from: 'grace@office.test', subject: 'Mine' })
  await erase(own.contact_id, 'grace@office.test')
  const { rows } = await readMessages(c.uuid)
  expect(rows.map(({ content }) => content).join()).toContain('<p>Dear Grace,</p>')
})

test('the report lists configuration that names the person, which is not changed', async () => {
  const { contact_id } = await receive('Hello', { from: 'grace@club.test', subject: 'Club' })
  const macro = await browser.post('/api/v1/macros', {
    ...{ name: 'Answer', visibility: 'all', visible_when: ['replying'], actions: [] },
    message_content: '<p>As Grace Hopper said</p>',
  })
  expect([macro.status, macro.body.message]).toEqual([200, undefined])
  const tag = await t.make.tag('grace@club.test')
  await t.make.tag('graceful')
  const id = await erase(contact_id, 'grace@club.test')
  const mentions = (await findErasure(id))?.mentions
  expect(mentions).toEqual([
    { kind: 'macro', id: macro.body.data.id, name: 'Answer', edited: false },
    { kind: 'tag', id: tag.id, name: 'grace@club.test', edited: false },
  ])
  const report = await getErasureReport(context(), id)
  expect(report).toContain(`  Macro ${macro.body.data.id}\n  Tag ${tag.id}\n`)
  expect(report).not.toContain('grace')

  await browser.put(`/api/v1/macros/${macro.body.data.id}`, {
    ...{ name: 'Answer', visibility: 'all', visible_when: ['replying'], actions: [] },
    message_content: '<p>As someone said</p>',
  })
  await t.db.deleteFrom('tags').where('id', '=', tag.id).execute()
  expect((await findErasure(id))?.mentions).toEqual([
    { kind: 'macro', id: macro.body.data.id, name: 'Answer', edited: true },
  ])
})

test('the report says until when backups contain the person', async () => {
  const { contact_id } = await receive('Hello', { from: 'grace@bank.test', subject: 'Bank' })
  const record = async (target: string, name: string, is_managed: boolean) => {
    const row = await recordStart(t.db, { target, name, is_managed }, t.clock.now())
    await recordFinish(t.db, row, 1, t.clock.now())
  }
  await record('/srv/backups', 'before.parley', true)
  const id = await erase(contact_id, 'grace@bank.test')
  t.clock.advance(25 * hour)
  await record('/srv/backups', 'after.parley', true)
  const until = (await findErasure(id))?.backups.until
  expect((await findErasure(id))?.backups.count).toBe(1)
  const days = (new Date(until ?? 0).getTime() - t.clock.now().getTime()) / (24 * hour)
  expect(days).toBeGreaterThan(4.9)
  expect(days).toBeLessThan(7)
  const report = await getErasureReport(context(), id)
  expect(report).toContain(`Scheduled backups contain the person until ${until}`)
  expect(report).toContain('/srv/backups/before.parley')
  expect(report).not.toContain('after.parley')

  // One that nothing removes.
  await t.db.updateTable('backups').set({ is_managed: false }).where('name', '=', 'before.parley').execute()
  expect((await findErasure(id))?.backups).toEqual({ count: 1, until: null })
  expect(await getErasureReport(context(), id)).toContain(
    'Not removed by Parley; delete them yourself:\n  /srv/backups/before.parley\n',
  )
})

test('the report and the screens use the same words', () => {
  const path = new URL('../../settings/lang/en/data.json', import.meta.url)
  const texts: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'))
  const onScreen = (kind: ErasureKind) => texts[`privacy.count.${kind}_other`]?.replace('{count} ', '')
  for (const kind of erasureKinds) expect(countLabels[kind].toLowerCase()).toBe(onScreen(kind)?.toLowerCase())
})
