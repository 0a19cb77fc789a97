import { expect, test } from 'vitest'
import {
  type Browser,
  merge,
  messagesOf,
  minute,
  nextConversation,
  note,
  path,
  setUpMerges,
  snapshot,
  t,
  unmerge,
} from '../conversations/merges/merges-suite.ts'
import { inverses } from './inverses.ts'

setUpMerges()

type Conversation = Awaited<ReturnType<typeof nextConversation>>
type Stage = { c: Conversation; other: Conversation; browser: Browser }
type Reply = Awaited<ReturnType<Browser['post']>>
type Call = (stage: Stage) => Promise<Reply>
type Change = {
  /** Done before by someone else, so that it isn't what is undone. */
  given?: Call
  /** It is the agent's own, instead. */
  own?: true
  change: Call
}

const put = (rest: string, body: object) => (stage: Stage) => stage.browser.put(path(stage.c, rest), body)
const post = (rest: string) => (stage: Stage) => stage.browser.post(path(stage.c, rest), {})
const trash: Call = ({ browser, c }) => browser.del(path(c))
const mergeIntoOther: Call = ({ browser, c, other }) => merge(browser, c, other)
const assignToMe: Call = async ({ browser, c }) =>
  browser.put(path(c, '/assignee/user'), {
    assignee_id: (await browser.get('/api/v1/agents/me')).body.data.id,
  })
const assignToTeam: Call = async ({ browser, c }) =>
  browser.put(path(c, '/assignee/team'), { assignee_id: (await t.make.team()).id })
const moveInbox: Call = async ({ browser, c }) =>
  browser.put(path(c, '/inbox'), { inbox_id: (await t.make.inbox()).id })
const tag: Call = async ({ browser, c }) =>
  browser.post(path(c, '/tags'), { tags: [(await t.make.tag()).name] })
const split: Call = async ({ browser, c }) => {
  const message = (await messagesOf(browser, c)).find(({ text_content }) => text_content === 'Something new')
  return browser.post(path(c, '/split'), { message: message?.uuid })
}
const denySuggestion: Call = async (stage) => {
  const { id } = stage.c
  await t.db.updateTable('conversations').set({ is_spam_suggested: true }).where('id', '=', id).execute()
  return post('/not-spam')(stage)
}
const undo: Call = ({ browser }) => browser.post('/api/v1/undo', {})

/** How each type of event that can be undone comes about. */
const changes: Readonly<Record<string, Change>> = {
  'conversation.status_changed': { given: assignToMe, change: put('/status', { status: 'Closed' }) },
  'conversation.snoozed': { change: put('/status', { status: 'Snoozed', snoozed_until: '3h' }) },
  'conversation.user_assigned': { change: assignToMe },
  'conversation.user_removed': { given: assignToMe, change: put('/assignee/user/remove', {}) },
  'conversation.team_assigned': { change: assignToTeam },
  'conversation.team_removed': { given: assignToTeam, change: put('/assignee/team/remove', {}) },
  'conversation.priority_changed': { change: put('/priority', { priority: 'High' }) },
  'conversation.tags_changed': { change: tag },
  'conversation.merged': { change: mergeIntoOther },
  'conversation.unmerged': { given: mergeIntoOther, change: ({ browser, c }) => unmerge(browser, c) },
  'conversation.split': {
    given: ({ browser, c }) => note(browser, c, 'Something new'),
    change: split,
  },
  'conversation.trashed': { change: trash },
  'conversation.marked_spam': { change: post('/spam') },
  'conversation.restored': { given: trash, change: post('/restore') },
  'conversation.marked_not_spam': { given: post('/spam'), change: post('/not-spam') },
  // Undoing is no action; its response says how it is redone.
  'conversation.not_spam_taken_back': { own: true, given: denySuggestion, change: undo },
  'conversation.moved_inbox': { change: moveInbox },
  'conversation.seen': { own: true, given: put('/last-seen', {}), change: put('/mark-unread', {}) },
}

test('every type of event that can be undone is proved here', () => {
  expect(Object.keys(changes).toSorted()).toEqual(Object.keys(inverses).toSorted())
})

test.each(Object.entries(changes))('undoing %s restores everything', async (type, { given, own, change }) => {
  const [c, other] = [await nextConversation(), await nextConversation()]
  const [colleague, browser] = [await signIn(), await signIn()]
  if (given) expect((await given({ c, other, browser: own ? browser : colleague })).status).toBe(200)
  t.clock.advance(minute)
  const before = await everythingOf(c, other)
  const changed = await change({ c, other, browser })
  expect(changed.status).toBe(200)
  expect(await typesOf(c)).toContain(type)
  expect(await everythingOf(c, other)).not.toEqual(before)

  const redo_id = changed.body.data?.redo_id
  const { body } = await browser.post('/api/v1/undo', redo_id ? { id: redo_id } : {})
  expect(body.data.outcomes).toMatchObject([{ uuid: c.uuid, ok: true }])
  expect(await everythingOf(c, other)).toEqual(before)
})

const signIn = async () => t.as(await t.make.agent({ permissions: t.make.allPermissions }))

/**
 * Times that only say when something happened last aren't taken back. The 30 days of the trash start again, and how many
 * messages an agent has read may be stored in another way.
 */
async function everythingOf(...conversations: Conversation[]) {
  const { rows, seen, ...rest } = await snapshot(...conversations)
  return {
    ...rest,
    rows: rows.map(({ resolved_at: _, closed_at: __, deleted_at, ...row }) => ({
      ...row,
      is_deleted: deleted_at !== null,
    })),
    read: seen.map(({ seen_counter, own_since, ...who }) => ({ ...who, count: seen_counter + own_since })),
  }
}

const typesOf = async (c: Conversation) =>
  (await t.db.selectFrom('events').select('type').where('conversation_id', '=', c.id).execute()).map(
    (event) => event.type,
  )
