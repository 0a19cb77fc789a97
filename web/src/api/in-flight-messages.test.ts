import type { Message } from '@parley/contract/messages/messages'
import { expect, test } from 'vitest'
import { type InFlightMessage, unconfirmedMessages } from './in-flight-messages.ts'

// Only the fields that matching uses.
const message = (id: number, rest: Partial<Message> = {}) =>
  ({ id, uuid: `m${id}`, type: 'outgoing', sender_id: 7, private: false, ...rest }) as Message
const outgoing = (key: string, rest: Partial<Message> = {}): InFlightMessage => ({
  key,
  message: message(Number.MAX_SAFE_INTEGER, { uuid: key, ...rest }),
  after_id: 10,
})
const pendingUuids = (messages: Message[], inFlight: InFlightMessage[]) =>
  unconfirmedMessages(messages, inFlight, 7).map((one) => one.uuid)

test('an in-flight message is shown until it arrives', () => {
  expect(pendingUuids([message(10)], [outgoing('a')])).toEqual(['a'])
  expect(pendingUuids([message(11), message(10)], [outgoing('a')])).toEqual([])
})

test('two in-flight messages need two arrivals', () => {
  expect(pendingUuids([message(11)], [outgoing('a'), outgoing('b')])).toEqual(['b'])
})

test('messages from others, notes and activity lines do not confirm a reply', () => {
  const others = [
    message(11, { sender_id: 8 }),
    message(12, { private: true }),
    message(13, { type: 'activity' }),
    message(14, { type: 'incoming' }),
  ]
  expect(pendingUuids(others, [outgoing('a')])).toEqual(['a'])
})
