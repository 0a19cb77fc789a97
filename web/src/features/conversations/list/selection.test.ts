import { expect, test } from 'vitest'
import { emptySelection, extendSelection, type Selection, selectAll, toggleRow } from './selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const chosen = (selection: Selection) => [...selection.selected].sort().join('')

test('a row is chosen and let go again', () => {
  const one = toggleRow(emptySelection, 'b')
  expect(chosen(one)).toBe('b')
  expect(chosen(toggleRow(one, 'b'))).toBe('')
})

test('a range goes from the row chosen last, in both directions, and shrinks as it is moved back', () => {
  const start = toggleRow(emptySelection, 'c')
  const down = extendSelection(start, rows, 'e')
  expect(chosen(down)).toBe('cde')
  expect(chosen(extendSelection(down, rows, 'd'))).toBe('cd')
  expect(chosen(extendSelection(down, rows, 'a'))).toBe('abc')
})

test('a range leaves alone what was chosen before', () => {
  const two = toggleRow(toggleRow(emptySelection, 'a'), 'c')
  expect(chosen(extendSelection(extendSelection(two, rows, 'e'), rows, 'd'))).toBe('acd')
})

test('without an anchor a range begins where the cursor was', () => {
  expect(chosen(extendSelection(emptySelection, rows, 'c', 'b'))).toBe('bc')
  expect(chosen(extendSelection(emptySelection, rows, 'c'))).toBe('c')
})

test('when the anchor has left the list a new range begins, and the choice so far stays', () => {
  const gone = toggleRow(toggleRow(emptySelection, 'a'), 'x')
  expect(chosen(extendSelection(gone, rows, 'd', 'c'))).toBe('acdx')
})

test('all are chosen', () => {
  expect(chosen(selectAll(rows))).toBe('abcde')
})
