import { expect, test } from 'vitest'
import { messageFixture } from '../realtime/conversation-fixtures.ts'
import { findColleagueReply, type ReplyContext } from './find-colleague-reply.ts'

type Change = Partial<ReplyContext['messages'][number]>
const now = new Date('2026-11-24T10:00:00Z')
const message = (secondsAgo: number, change: Change) =>
  messageFixture(secondsAgo, {
    created_at: new Date(now.getTime() - secondsAgo * 1000).toISOString(),
    ...change,
  })
const question = message(600, { type: 'incoming' })
const reply = (secondsAgo: number, change: Change = {}) =>
  message(secondsAgo, { type: 'outgoing', sender_id: 31, ...change })

test.each<[string, ReplyContext['messages'], boolean]>([
  ['no reply', [question], false],
  ['a colleague’s reply 20 s ago', [reply(20), question], true],
  ['a colleague’s reply below a note', [reply(5, { private: true }), reply(20), question], true],
  ['a colleague’s reply and a newer question', [message(10, { type: 'incoming' }), reply(20)], false],
  ['a colleague’s reply 10 min ago', [reply(601), question], false],
  ['my own reply', [reply(20, { sender_id: 7 }), question], false],
  ['a survey', [reply(20, { meta: { is_csat: true } }), question], false],
  [
    'an automatic reply',
    [reply(20, { meta: { why: { rule: { id: 1, name: 'Hours' } } as never } }), question],
    false,
  ],
])('after %s: %#', (_what, messages, expected) => {
  expect(findColleagueReply({ messages, my_id: 7, now }) !== null).toBe(expected)
})
