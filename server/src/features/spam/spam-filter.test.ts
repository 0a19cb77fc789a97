import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consumeOnce } from '../../spine/consumer.ts'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { type RuleFixture, startRuleFixture } from '../../testing/rule-fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { waitUntilEventsReadable } from '../../testing/wait-for-events.ts'
import { purgeTrash } from '../email/ledger/purge-trash.ts'
import { webhookConsumer } from '../webhooks/delivery/enqueue-deliveries.ts'
import { learnVerdict } from './learn-verdict.ts'

const address = 'help@acme.test'
let t: TestApp
let mail: TestMail
let rules: RuleFixture
let engines: Pick<RuleFixture, 'settle'>
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp({
    webhook_reach: { resolve: async () => ['127.0.0.1'], isAllowed: () => true },
  })
  mail = await startTestMail(t)
  await t.make.inbox(address)
  rules = await startRuleFixture(t)
  engines = rules
  admin = await t.as(await t.make.agent({ first_name: 'Ana', permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})
beforeEach(async () => {
  await t.pool.query('truncate spam_lessons, spam_tokens; update spam_totals set spam = 0, not_spam = 0')
  await setMode('move')
  t.clock.advance(1000)
})

const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
const setMode = (mode: string) => admin.put('/api/v1/settings/general', { 'app.spam_filter': mode })
const lessons = async () => (await admin.get('/api/v1/settings/spam-filter')).body.data
const tokens = async () =>
  (await t.pool.query('select token, spam, not_spam from spam_tokens order by token')).rows

let senders = 0
const spamText = 'Congratulations winner, claim your exclusive casino jackpot bonus immediately'
const mailFrom = async (values: {
  from?: string
  subject?: string
  text?: string
  headers?: Record<string, string>
}) => {
  senders += 1
  const from = values.from ?? `person${senders}@sender${senders}.test`
  const delivery = await mail.receive(mail.compose({ to: address, ...values, from }), address, from)
  expect(delivery).toMatchObject({ state: 'threaded', reason: null })
  return mail.conversation(delivery.conversation_id)
}
const spamMail = (values = {}) => mailFrom({ subject: 'You won', text: spamText, ...values })
const question = (values = {}) =>
  mailFrom({
    subject: 'Invoice',
    text: 'Hello, the printer shows an error after yesterday’s update',
    ...values,
  })

/** As many lessons as there would be after this many emails of each kind were marked. */
async function teach({ spam, not_spam }: { spam: number; not_spam: number }): Promise<void> {
  const [one, other] = [await spamMail(), await question()]
  await admin.post(path(one, '/spam'))
  await admin.post(path(other, '/not-spam'))
  await engines.settle()
  await t.pool.query('update spam_totals set spam = $1, not_spam = $2', [spam, not_spam])
  await t.pool.query('update spam_tokens set spam = spam * $1, not_spam = not_spam * $2', [spam, not_spam])
}

test('before there are five lessons of each kind, nothing is said', async () => {
  await teach({ spam: 5, not_spam: 4 })
  expect(await spamMail()).toMatchObject({ deleted_at: null, is_spam_suggested: false })
})

test('before there are 50 lessons of each kind, spam is only suggested, with its reasons', async () => {
  await teach({ spam: 200, not_spam: 49 })
  const c = await spamMail({ from: 'Eve <eve@casino.test>' })
  expect(c).toMatchObject({ deleted_at: null, trash_reason: null })
  const { spam_suggestion } = (await admin.get(path(c))).body.data
  expect(spam_suggestion.score).toBeGreaterThanOrEqual(0.99)
  expect(spam_suggestion.reasons).toContainEqual({ kind: 'word', value: 'casino' })
  expect(await t.events(c.id)).toContain('conversation.spam_suggested')
  // No words of the email in events.
  const { rows } = await t.pool.query('select changes, data from events where conversation_id = $1', [c.id])
  expect(JSON.stringify(rows)).not.toContain('jackpot')
})

test('with 50 lessons of each kind, it is moved to spam and says why; ordinary mail is not', async () => {
  await teach({ spam: 50, not_spam: 50 })
  const c = await spamMail()
  expect(c).toMatchObject({ trash_reason: 'spam', is_spam_suggested: false })
  const [line] = (await admin.get(path(c, '/messages'))).body.data.results
  expect(line.activity).toMatchObject({ type: 'moved_to_spam', data: { score: expect.any(Number) } })
  expect(line.content).toMatch(/^Moved to spam: 99\.\d % – words: .*bonus/)
  expect(await t.events(c.id)).toEqual([
    'conversation.created',
    'message.created',
    'conversation.marked_spam',
  ])
  expect(await question()).toMatchObject({ deleted_at: null, is_spam_suggested: false })
  // What it moves teaches nothing.
  await engines.settle()
  expect(await lessons()).toEqual({ spam: 50, not_spam: 50, needed: 50 })
})

test('a conversation moved to spam does not notify, assign or run rules', async () => {
  await teach({ spam: 50, not_spam: 50 })
  const agent = await t.make.agent()
  const rule = await rules.createRule([], [{ type: 'assign_user', value: [String(agent.id)] }])
  await engines.settle()
  const [spam, ham] = [await spamMail(), await question()]
  await engines.settle()
  expect(await mail.conversation(spam.id)).toMatchObject({ assigned_user_id: null, trash_reason: 'spam' })
  expect(await mail.conversation(ham.id)).toMatchObject({ assigned_user_id: agent.id })
  const { rows } = await t.pool.query('select conversation_id from notifications where agent_id = $1', [
    agent.id,
  ])
  expect(rows).toEqual([{ conversation_id: ham.id }])
  await admin.del(`/api/v1/automations/rules/${rule.id}`)
})

test('the mode decides: off says nothing, suggest moves nothing', async () => {
  await teach({ spam: 50, not_spam: 50 })
  await setMode('off')
  expect(await spamMail()).toMatchObject({ deleted_at: null, is_spam_suggested: false })
  await setMode('suggest')
  expect(await spamMail()).toMatchObject({ deleted_at: null, is_spam_suggested: true })
})

test('rules react to what is suggested and how likely it is, until somebody decides', async () => {
  await teach({ spam: 49, not_spam: 49 })
  const note = (text: string) => [{ type: 'send_private_note', value: [`<p>${text}</p>`] }]
  const suggested = { field: 'spam_suggested', operator: 'equals', value: 'true' }
  const score = (value: string) => ({ field: 'spam_score', operator: 'greater than', value })
  const events = ['conversation.priority.change']
  await rules.createRule([suggested, score('98')], note('suggested'))
  await rules.createRule([score('99.99')], note('certain'))
  await rules.createRule([{ field: 'spam_score', operator: 'not set' }], note('unscored'))
  await rules.createRule([suggested], note('still'), { events })
  const notesOf = async (c: { id: number }) =>
    (await rules.outgoingMessages(c)).map(({ text_content }) => text_content.trim())
  const [spam, ham] = [await spamMail(), await question()]
  await admin.put(path(spam, '/priority'), { priority: 'High' })
  await engines.settle()
  expect(await notesOf(spam)).toEqual(['suggested', 'still'])
  expect(await notesOf(ham)).toEqual(['unscored'])
  await admin.post(path(spam, '/not-spam'))
  await admin.put(path(spam, '/priority'), { priority: 'Low' })
  await engines.settle()
  expect(await notesOf(spam)).toHaveLength(2)
  await rules.deleteRules()
})

test('a reply, a sender whom we answered and one with a conversation in the lists are never moved', async () => {
  await teach({ spam: 50, not_spam: 50 })
  const from = 'ina@regular.test'
  const c = await question({ from })
  // Another conversation of theirs is in the lists, but nobody has answered yet.
  expect(await spamMail({ from })).toMatchObject({ deleted_at: null, is_spam_suggested: true })
  const reply = { message: '<p>Hello</p>', to: [from] }
  expect((await admin.post(path(c, '/messages'), reply)).status).toBe(200)
  expect(await spamMail({ from })).toMatchObject({ deleted_at: null, is_spam_suggested: false })
  const [first] = await mail.messagesOf(c.id)
  const answer = await mail.receive(
    mail.compose({ from, to: address, text: spamText, headers: { 'In-Reply-To': `<${first?.source_id}>` } }),
    address,
    from,
  )
  expect(answer.conversation_id).toBe(c.id)
  expect(await mail.conversation(c.id)).toMatchObject({ deleted_at: null, is_spam_suggested: false })
})

test('a sender whose mail was said to be no spam is never moved, even when that is deleted', async () => {
  await teach({ spam: 50, not_spam: 50 })
  const from = 'newsletter@shop.test'
  const c = await spamMail({ from })
  expect(c.trash_reason).toBe('spam')
  await admin.post(path(c, '/not-spam'))
  await admin.del(path(c))
  await engines.settle()
  expect(await spamMail({ from })).toMatchObject({ deleted_at: null })
})

test('mail from before we read the mailbox, and what may be a reply, is not judged', async () => {
  await teach({ spam: 50, not_spam: 50 })
  const from = 'oldie@archive.test'
  await mail.send(mail.compose({ to: address, from, subject: 'You won', text: spamText }), address, from)
  await t.db
    .updateTable('mail_deliveries')
    .set({ historical: true })
    .where('state', '=', 'received')
    .execute()
  await mail.readAll()
  const imported = (await mail.deliveries()).at(-1)
  expect(await mail.conversation(imported?.conversation_id ?? null)).toMatchObject({
    ...{ deleted_at: null, is_spam_suggested: false },
  })
  const customer = 'uma@unverified.test'
  const c = await question({ from: customer })
  // Sent by a server that may not send for its domain, so it is linked instead of joined.
  const delivery = await mail.receive(
    mail.compose({
      to: address,
      from: customer,
      subject: `Re: Invoice [#${c.reference_number}]`,
      text: spamText,
    }),
    address,
    'bounces@elsewhere.test',
  )
  const lines = (await mail.messagesOf(delivery.conversation_id)).flatMap(({ activity }) => activity ?? [])
  expect(lines).toMatchObject([{ type: 'may_belong_to' }])
  expect(await mail.conversation(delivery.conversation_id)).toMatchObject({ is_spam_suggested: false })
})

test('webhooks of a conversation that is moved at once say only that it is gone', async () => {
  await teach({ spam: 50, not_spam: 50 })
  const events = ['conversation.created', 'message.created', 'conversation.deleted']
  const body = { name: 'All', url: 'https://hooks.acme.test', secret: '', is_active: true, events }
  const hook = (await admin.post('/api/v1/webhooks', body)).body.data
  const readAll = async () => {
    await waitUntilEventsReadable(t.db)
    while ((await consumeOnce(t, webhookConsumer(t.clock, 'http://desk.parley.test'))) > 0);
  }
  await readAll()
  const c = await spamMail()
  await readAll()
  const { rows } = await t.pool.query('select event from webhook_deliveries where conversation_id = $1', [
    c.id,
  ])
  expect(rows).toEqual([{ event: 'conversation.deleted' }])
  await admin.del(`/api/v1/webhooks/${hook.id}`)
})

test('“not spam” answers a suggestion and teaches; undo takes both back, redo repeats them', async () => {
  await teach({ spam: 49, not_spam: 49 })
  const c = await spamMail()
  const suggestion = async () => (await admin.get(path(c))).body.data.spam_suggestion
  expect(await suggestion()).not.toBeNull()
  t.clock.advance(1000)
  await admin.post(path(c, '/not-spam'))
  await engines.settle()
  expect([await suggestion(), (await lessons()).not_spam]).toEqual([null, 50])
  t.clock.advance(1000)
  const undone = (await admin.post('/api/v1/undo', {})).body.data
  expect(undone.outcomes).toEqual([expect.objectContaining({ ok: true })])
  await engines.settle()
  expect([await suggestion(), (await lessons()).not_spam]).toEqual([expect.anything(), 49])
  t.clock.advance(1000)
  await admin.post('/api/v1/undo', { id: undone.redo_id })
  await engines.settle()
  expect([await suggestion(), (await lessons()).not_spam]).toEqual([null, 50])
})

test('each conversation is one lesson, however often and by how many it is marked', async () => {
  const other = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const c = await spamMail()
  await Promise.all(
    [admin, other, admin].flatMap((who) => [who.post(path(c, '/spam')), who.post(path(c, '/spam'))]),
  )
  await engines.settle()
  expect(await lessons()).toMatchObject({ spam: 1, not_spam: 0 })
  const learned = await tokens()
  expect(learned).toContainEqual({ token: 'word:casino', spam: 1, not_spam: 0 })
  // A batch that is repeated after a crash changes nothing.
  await t.act(t.system, (tx) => learnVerdict(tx, c.id))
  expect(await tokens()).toEqual(learned)
  await other.post(path(c, '/not-spam'))
  await engines.settle()
  expect(await lessons()).toMatchObject({ spam: 0, not_spam: 1 })
  expect(await tokens()).toEqual(learned.map((row) => ({ ...row, spam: 0, not_spam: 1 })))
  t.clock.advance(1000)
  await admin.post(path(c, '/spam'))
  t.clock.advance(1000)
  await admin.post('/api/v1/undo', {})
  await engines.settle()
  expect(await lessons()).toMatchObject({ spam: 0, not_spam: 1 })
})

test('undoing a bulk action takes back each lesson, and leaves what others decided', async () => {
  const all = [await spamMail(), await spamMail(), await spamMail()]
  const action = { type: 'mark_spam' }
  await admin.post('/api/v1/conversations/bulk', { uuids: all.map(({ uuid }) => uuid), action })
  await engines.settle()
  expect(await lessons()).toMatchObject({ spam: 3 })
  t.clock.advance(1000)
  await admin.post('/api/v1/undo', {})
  await engines.settle()
  expect(await lessons()).toMatchObject({ spam: 0, not_spam: 0 })
  expect(await tokens()).toEqual([])
})

test('only an email that started a conversation teaches', async () => {
  const own = await t.make.conversation()
  await admin.post(path(own, '/spam'))
  await engines.settle()
  expect(await lessons()).toMatchObject({ spam: 0, not_spam: 0 })
})

test('what is deleted permanently stays counted, and its lesson goes with it', async () => {
  const c = await spamMail()
  await admin.post(path(c, '/spam'))
  await engines.settle()
  t.clock.advance(31 * 86_400_000)
  await purgeTrash(t, t.clock.now())
  await engines.settle()
  expect(await lessons()).toMatchObject({ spam: 1 })
  expect((await t.pool.query('select * from spam_lessons')).rows).toEqual([])
})
