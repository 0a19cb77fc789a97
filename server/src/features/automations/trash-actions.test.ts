import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RuleFixture, startRuleFixture } from '../../testing/rule-fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let rules: RuleFixture
beforeAll(async () => {
  t = await startTestApp()
  rules = await startRuleFixture(t)
})
afterAll(() => t.stop())

const trash = { type: 'trash', value: [] }
const spam = { type: 'mark_spam', value: [] }
const subject = (value: string) => [{ field: 'subject', operator: 'contains', value }]
const rowOf = ({ id }: { id: number }) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const lines = async (uuid: string) =>
  (await rules.admin.get(`/api/v1/conversations/${uuid}/messages`)).body.data.results.map(
    ({ content }: { content: string }) => content,
  )

test('a rule moves a conversation to the trash or to spam, and no other rule acts on it', async () => {
  const last = await rules.createRule([], [rules.priority(3)], { name: 'Everything' })
  // The newest rule is first in line.
  await rules.createRule(subject('trash me'), [rules.priority(1), trash], { name: 'Tidy up' })
  await rules.createRule(subject('junk'), [spam], { name: 'Junk' })
  const [deleted, junk, kept] = [
    await t.make.conversation({ subject: 'Please trash me' }),
    await t.make.conversation({ subject: 'Some junk' }),
    await t.make.conversation({ subject: 'A question' }),
  ]
  await rules.settle()
  const ranOn = (await rules.runs(last)).map(
    ({ conversation }: { conversation: { uuid: string } }) => conversation.uuid,
  )
  expect(await rowOf(deleted)).toMatchObject({ trash_reason: 'deleted' })
  expect(await rowOf(junk)).toMatchObject({ trash_reason: 'spam' })
  expect(await rowOf(kept)).toMatchObject({ deleted_at: null, priority_id: 3 })
  expect(ranOn).toEqual([kept.uuid])
  expect(await lines(deleted.uuid)).toContain('The rule “Tidy up” moved this to the trash')
  // Rules teach the spam filter nothing.
  expect((await rules.admin.get('/api/v1/settings/spam-filter')).body.data).toMatchObject({ spam: 0 })
})

test('the action comes last, and only once', async () => {
  for (const actions of [
    [trash, rules.priority(1)],
    [trash, spam],
    [spam, spam],
  ])
    await expect(rules.createRule([], actions)).rejects.toThrow(/Put this action last/)
})

test('a rule moves a conversation to another inbox once, however often it runs', async () => {
  const inbox = await t.make.inbox()
  const move = { type: 'move_inbox', value: [String(inbox.id)] }
  const events = ['conversation.priority.change']
  const rule = await rules.createRule(subject('Billing'), [move], { events })
  const c = await t.make.conversation({ subject: 'Billing' })
  for (const priority of ['High', 'Low'])
    await rules.admin.put(`/api/v1/conversations/${c.uuid}/priority`, { priority })
  await rules.settle()
  expect((await rowOf(c)).inbox_id).toBe(inbox.id)
  expect((await t.events(c.id)).filter((type) => type === 'conversation.moved_inbox')).toHaveLength(1)
  const [action] = (await rules.runs(rule))[0].actions
  expect(action).toMatchObject({ type: 'move_inbox', display_value: [inbox.name], outcome: 'unchanged' })
  await expect(rules.createRule([], [{ type: 'move_inbox', value: ['999999'] }])).rejects.toThrow(
    /doesn’t exist/,
  )
})

test('what a dry run would move stays where it is', async () => {
  const c = await t.make.conversation({ subject: 'Dry' })
  const rule = {
    ...{ name: 'Dry', type: 'new_conversation', events: [], enabled: true },
    rules: [{ groups: [], group_operator: 'AND', actions: [trash] }],
  }
  const answer = await rules.admin.post('/api/v1/automations/dry-run', { rule, conversation: c.uuid })
  expect(answer.body.data).toMatchObject({ actions: [{ type: 'trash', outcome: 'done' }] })
  expect((await rowOf(c)).deleted_at).toBeNull()
})

test('a macro moves a conversation to another inbox, for agents who may', async () => {
  const inbox = await t.make.inbox()
  const actions = [{ type: 'move_inbox', value: [String(inbox.id)] }]
  const macro = {
    ...{ name: 'To the other desk', message_content: '', visibility: 'all', user_id: null, team_id: null },
    ...{ visible_when: ['replying'], actions },
  }
  const { id } = (await rules.admin.post('/api/v1/macros', macro)).body.data
  const stored = (await rules.admin.get(`/api/v1/macros/${id}`)).body.data
  expect(stored.actions).toEqual([{ ...actions[0], display_value: [inbox.name] }])
  const c = await t.make.conversation()
  const apply = `/api/v1/conversations/${c.uuid}/macros/${id}/apply`
  const agent = await t.as(
    await t.make.agent({ permissions: ['conversations:read', 'conversations:read_all', 'messages:read'] }),
  )
  expect((await agent.post(apply, actions)).status).toBe(403)
  expect((await rules.admin.post(apply, actions)).status).toBe(200)
  expect((await rowOf(c)).inbox_id).toBe(inbox.id)
  const trashed = await rules.admin.post('/api/v1/macros', {
    ...macro,
    actions: [{ type: 'trash', value: ['0'] }],
  })
  expect(trashed.body.message).toContain('Macros can’t use "trash"')
})
