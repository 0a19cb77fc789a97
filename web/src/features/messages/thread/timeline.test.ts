import type { Message } from '@parley/contract/messages/messages'
import { expect, test } from 'vitest'
import { daysAgo, foldActivityLines, timeline } from './timeline.ts'

// Only what the timeline looks at. Instants without a zone are the reader's own time.
const at = (created_at: string, type: Message['type'] = 'incoming') =>
  ({ uuid: `${type} ${created_at}`, created_at: new Date(created_at).toISOString(), type }) as Message
const shape = (messages: Message[]) =>
  timeline(messages).map((day) =>
    day.items.map((item) => (item.kind === 'message' ? 'message' : item.lines.length)),
  )

test('messages stand under the day on which the reader would say they came', () => {
  expect(shape([at('2026-03-01T23:59'), at('2026-03-02T00:00'), at('2026-03-02T09:00')])).toEqual([
    ['message'],
    ['message', 'message'],
  ])
})

test('activity lines that follow each other are one item, and a message or midnight ends it', () => {
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

test('nothing gives no day', () => {
  expect(timeline([])).toEqual([])
})

test('from four lines on all but the last two are folded', () => {
  expect(foldActivityLines([1, 2, 3])).toEqual({ hidden: [], shown: [1, 2, 3] })
  expect(foldActivityLines([1, 2, 3, 4])).toEqual({ hidden: [1, 2], shown: [3, 4] })
})

test('days are counted by the calendar, whatever the hour', () => {
  const now = new Date('2026-03-02T00:10')
  expect(daysAgo(new Date('2026-03-02T00:05').toISOString(), now)).toBe(0)
  expect(daysAgo(new Date('2026-03-01T23:59').toISOString(), now)).toBe(1)
  expect(daysAgo(new Date('2026-02-28T00:00').toISOString(), now)).toBe(2)
})
