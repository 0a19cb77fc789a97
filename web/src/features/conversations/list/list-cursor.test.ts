import { expect, test } from 'vitest'
import { findCursor } from './list-cursor.ts'

const rows = ['a', 'b', 'c'].map((uuid) => ({ uuid }))
const movedTo = (uuid: string, index: number) => ({ uuid, index, openUuid: null })

test.each([
  ['nothing moved to, nothing open', null, null, -1],
  ['nothing moved to: the open conversation', null, 'b', 1],
  ['the row moved to, wherever it is now', movedTo('c', 0), 'b', 2],
])('%s', (_name, moved, open, index) => {
  expect(findCursor(rows, moved, open)).toEqual({ index, isLost: false })
})

test('a row that left the list is followed by the row in its place, or by the last one', () => {
  expect(findCursor(rows, movedTo('gone', 1), 'a')).toEqual({ index: 1, isLost: true })
  expect(findCursor(rows, movedTo('gone', 3), null)).toEqual({ index: 2, isLost: true })
  expect(findCursor(rows, movedTo('gone', 1), 'gone')).toEqual({ index: 1, isLost: true })
})
