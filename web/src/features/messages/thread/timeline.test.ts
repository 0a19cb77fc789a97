import type { Message } from '@parley/contract/messages/messages'
import { expect, test } from 'vitest'
import { daysAgo, foldActivityLines, timeline } from './timeline.ts'

// Only the fields that the timeline reads. Instants without a zone are local time.
const at = (created_at: string, type: Message['type'] = 'incoming') =>
  ({ uuid: `${type} ${created_at}`, created_at: new Date(created_at).toISOString(), type }) as Message
const shape = (messages: Message[]) =>
  timeline(messages).map((day) =>
    day.items.map((item) => {
      if (item.kind === 'message') return 'message'
      return item.kind === 'activities' ? item.lines.length : item.messages.map(({ uuid }) => uuid)
    }),
  )

test('messages are grouped by the reader’s local day', () => {
  expect(shape([at('2026-03-01T23:59'), at('2026-03-02T00:00'), at('2026-03-02T09:00')])).toEqual([
    ['message'],
    ['message', 'message'],
  ])
})

test('consecutive activity lines are one item, ended by a message or midnight', () => {
  expect(
    shape([
      at('2026-03-01T10:00', 'activity'),
      at('2026-03-01T10:01', 'activity'),
      at('2026-03-01T10:02'),
      at('2026-03-01T10:03', 'activity'),
      at('2026-03-02T10:03', 'activity'),
    ]),
  ).toEqual([[2, 'message', 1], [1]])
})

test('the messages of a side thread are one item, where its newest message is', () => {
  const side = (created_at: string) => ({ ...at(created_at, 'outgoing'), side_thread_uuid: 'a' })
  const [first, second] = [side('2026-03-01T10:00'), side('2026-03-02T10:02')]
  expect(shape([first, at('2026-03-01T10:01'), second, at('2026-03-02T10:03')])).toEqual([
    ['message'],
    [[first.uuid, second.uuid], 'message'],
  ])
})

test('no messages give no days', () => {
  expect(timeline([])).toEqual([])
})

test('four or more lines are folded to the last two', () => {
  expect(foldActivityLines([1, 2, 3])).toEqual({ hidden: [], shown: [1, 2, 3] })
  expect(foldActivityLines([1, 2, 3, 4])).toEqual({ hidden: [1, 2], shown: [3, 4] })
})

test('days are counted by calendar date, whatever the time', () => {
  const now = new Date('2026-03-02T00:10')
  expect(daysAgo(new Date('2026-03-02T00:05').toISOString(), now)).toBe(0)
  expect(daysAgo(new Date('2026-03-01T23:59').toISOString(), now)).toBe(1)
  expect(daysAgo(new Date('2026-02-28T00:00').toISOString(), now)).toBe(2)
})
