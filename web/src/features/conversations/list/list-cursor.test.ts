import { expect, test } from 'vitest'
import { findCursor, rowBelow } from './list-cursor.ts'

const rows = ['a', 'b', 'c'].map((uuid) => ({ uuid }))
const movedTo = (uuid: string, index: number) => ({ uuid, index, openUuid: null })

test.each([
  ['without a moved cursor or an open conversation there is no cursor', null, null, -1],
  ['without a moved cursor it is on the open conversation', null, 'b', 1],
  ['a moved cursor follows its row to its new position', movedTo('c', 0), 'b', 2],
])('%s', (_name, moved, open, index) => {
  expect(findCursor(rows, moved, open)).toEqual({ index, isLost: false })
})

test('a row that left the list is followed by the row in its place, or by the last one', () => {
  expect(findCursor(rows, movedTo('gone', 1), 'a')).toEqual({ index: 1, isLost: true })
  expect(findCursor(rows, movedTo('gone', 3), null)).toEqual({ index: 2, isLost: true })
  expect(findCursor(rows, movedTo('gone', 1), 'gone')).toEqual({ index: 1, isLost: true })
})

test('after a bulk action the cursor continues below the rows that were done, else above them', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((uuid) => ({ uuid }))
  const below = (...done: string[]) =>
    rows[
      rowBelow(
        rows,
        done.map((uuid) => ({ uuid })),
      )
    ]?.uuid
  expect(below('b', 'c')).toBe('d')
  expect(below('b', 'd')).toBe('e')
  expect(below('d', 'e')).toBe('c')
  expect(below('a', 'b', 'c', 'd', 'e')).toBeUndefined()
})
