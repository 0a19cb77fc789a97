import type { Message } from '@parley/contract/messages/messages'
import { describe, expect, it } from 'vitest'
import { firstMessageToRead } from './first-unread.ts'

const ME = 7
const message = (uuid: string, type: Message['type'], sender_id: number) =>
  ({ uuid, type, sender_id }) as Message // only these fields are read
const newestFirst = [
  message('line', 'activity', 2),
  message('newest', 'incoming', 30),
  message('mine', 'outgoing', ME),
  message('note', 'outgoing', 2),
  message('oldest', 'incoming', 30),
]

describe('the message to read first', () => {
  it.each([
    [0, 'newest'],
    [1, 'newest'],
    [2, 'note'],
    [3, 'oldest'],
  ])('with %i unread it is %s', (unread, uuid) => {
    expect(firstMessageToRead(newestFirst, unread, ME)).toBe(uuid)
  })

  it('is the oldest loaded one when more are unread than loaded', () => {
    expect(firstMessageToRead(newestFirst, 40, ME)).toBe('oldest')
  })

  it('is undefined in an empty thread', () => {
    expect(firstMessageToRead([], 2, ME)).toBeUndefined()
  })
})
