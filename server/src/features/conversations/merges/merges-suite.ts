import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

export let t: TestApp

export const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
export const minute = 60_000

export type Browser = Awaited<ReturnType<TestApp['as']>>

export const admin = async () => t.as(await t.make.agent({ permissions: t.make.allPermissions }))

export const agentWith = (
  permissions: readonly string[],
  more: { team_ids?: number[] } = {},
): Promise<Actor> =>
  t.make.agent({ permissions: ['conversations:read', 'messages:read', ...permissions], ...more })

export const merge = (browser: Browser, c: { uuid: string }, into: { uuid: string }) =>
  browser.post(path(c, '/merge'), { into: into.uuid })
export const unmerge = (browser: Browser, c: { uuid: string }) => browser.post(path(c, '/unmerge'), {})

/** A conversation that starts a minute after the previous one. */
export async function nextConversation(values: Parameters<TestApp['make']['conversation']>[0] = {}) {
  t.clock.advance(minute)
  return t.make.conversation(values)
}

export const note = async (browser: Browser, c: { uuid: string }, text: string) => {
  t.clock.advance(minute)
  return browser.post(path(c, '/messages'), { message: `<p>${text}</p>`, private: true })
}

type Message = {
  uuid: string
  type: string
  text_content: string
  conversation_uuid: string
  activity: { type: string; data: Record<string, unknown> } | null
}
export const messagesOf = async (browser: Browser, c: { uuid: string }): Promise<Message[]> =>
  (await browser.get(path(c, '/messages?page_size=100'))).body.data.results.toReversed()

/** The texts of a conversation's emails and notes, oldest first. */
export const textsOf = async (browser: Browser, c: { uuid: string }) =>
  (await messagesOf(browser, c)).flatMap((m) => (m.activity ? [] : [m.text_content]))

export const linesOf = async (browser: Browser, c: { uuid: string }) =>
  (await messagesOf(browser, c)).flatMap((m) => m.activity?.type ?? [])

/** Everything of these conversations that a merge may touch, without the bookkeeping of rows. */
export async function snapshot(...conversations: { id: number }[]) {
  const ids = conversations.map(({ id }) => id)
  const rows = await t.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const seen = t.db
    .selectFrom('conversation_seen')
    .selectAll()
    .where('conversation_id', 'in', ids)
    .where((eb) => eb.or([eb('seen_counter', '<>', 0), eb('own_since', '<>', 0)]))
    .orderBy('conversation_id')
    .orderBy('agent_id')
  const tags = t.db
    .selectFrom('conversation_tags')
    .select(['conversation_id', 'tag_id'])
    .where('conversation_id', 'in', ids)
    .orderBy('conversation_id')
    .orderBy('tag_id')
  const index = t.db
    .selectFrom('search_messages')
    .select(['message_id', 'conversation_id'])
    .where('conversation_id', 'in', ids)
    .orderBy('message_id')
  return {
    rows: rows.map(({ version: _, updated_at: __, ...row }) => row),
    seen: (await seen.execute()).map(({ seen_at: _, ...row }) => row),
    tags: await tags.execute(),
    index: await index.execute(),
  }
}

export const countRows = async (...conversations: { id: number }[]) => {
  const ids = conversations.map(({ id }) => id)
  const count = (table: 'messages' | 'events') =>
    t.db.selectFrom(table).select('id').where('conversation_id', 'in', ids).execute()
  return { messages: (await count('messages')).length, events: (await count('events')).length }
}

export function setUpMerges() {
  beforeAll(async () => {
    t = await startTestApp()
  })
  afterAll(() => t.stop())
}
