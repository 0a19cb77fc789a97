import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '../../actor.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertMessage } from '../conversations/timeline/insert-message.ts'

export let t: TestApp

export let reader: Awaited<ReturnType<TestApp['as']>>

export let mara: Actor

export const path = (kind: string, query: string) =>
  `/api/v1/search/${kind}?query=${encodeURIComponent(query)}`

/** Subjects of the conversations that a query finds. */
export async function conversations(query: string, as = reader): Promise<string[]> {
  const { body } = await as.get(path('conversations', query))
  return body.data.results.map((row: { subject: { text: string }[] }) => textOf(row.subject))
}

/** Snippets of the messages that a query finds, hits in brackets. */
export async function messages(query: string, as = reader): Promise<string[]> {
  const { body } = await as.get(path('messages', query))
  return body.data.results.map((row: { snippet: { text: string; hit: boolean }[] }) =>
    row.snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''),
  )
}

export const textOf = (pieces: { text: string }[]) => pieces.map(({ text }) => text).join('')

export async function insertText(c: ConversationRow, text_content: string, values: object = {}) {
  return t.act(t.system, (tx) =>
    insertMessage(tx, c, {
      type: 'incoming',
      status: 'received',
      sender_type: 'contact',
      sender_id: c.contact_id,
      content: `<p class="hidden">${text_content}</p>`,
      text_content,
      ...values,
    }),
  )
}

export function setUpSearch() {
  beforeAll(async () => {
    t = await startTestApp()
    mara = await t.make.agent({ first_name: 'Mara' })
    reader = await t.as(mara)
  })
  afterAll(() => t.stop())
}
