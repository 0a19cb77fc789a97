import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allEndpoints } from './all-endpoints.ts'
import { Conversation } from './conversations/conversations.ts'
import { DraftSummary } from './messages/drafts.ts'
import { ServerEvent } from './shared/server-events.ts'

/** The `data` of answers of the last release's sample workspace, lists and texts shortened. Recorded again with each release. */
const answers: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('./last-release-answers.json', import.meta.url), 'utf8'),
)
const answer = (call: string) => answers[call] as Record<string, unknown>
const endpoints = new Map(
  [...allEndpoints.values()].map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

test.each(Object.keys(answers))('a newer browser reads what the last release answers to %s', (call) => {
  expect(endpoints.get(call)?.response.safeParse(answers[call]).error).toBeUndefined()
})

test('keys that the last release doesn’t know are filled in', () => {
  expect(Conversation.parse(answer('GET /api/v1/conversations/:uuid'))).toMatchObject({
    ...{ trashed_at: null, trash_reason: null, drafting: [], spam_suggestion: null, merged_into: null },
  })
  expect(DraftSummary.array().parse(answer('GET /api/v1/drafts'))).toMatchObject([{ merged_into_uuid: null }])
})

test('a newer browser reads what the last release pushes', () => {
  const object = answer('GET /api/v1/conversations/:uuid')
  const frame = { type: 'conversation.changed', event_id: '1', version: 1, object }
  expect(ServerEvent.parse(frame)).toMatchObject({ object: { drafting: [], spam_suggestion: null } })
})
