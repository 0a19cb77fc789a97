import { expect, test } from 'vitest'
import { emptySelection, extendSelection, type Selection, selectAll, toggleRow } from './selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const chosen = (selection: Selection) => [...selection.selected].sort().join('')

test('toggling a row selects and deselects it', () => {
  const one = toggleRow(emptySelection, 'b')
  expect(chosen(one)).toBe('b')
  expect(chosen(toggleRow(one, 'b'))).toBe('')
})

test('a range extends from the anchor in both directions and shrinks when moved back', () => {
  const start = toggleRow(emptySelection, 'c')
  const down = extendSelection(start, rows, 'e')
  expect(chosen(down)).toBe('cde')
  expect(chosen(extendSelection(down, rows, 'd'))).toBe('cd')
  expect(chosen(extendSelection(down, rows, 'a'))).toBe('abc')
})

test('a range keeps the earlier selection', () => {
  const two = toggleRow(toggleRow(emptySelection, 'a'), 'c')
  expect(chosen(extendSelection(extendSelection(two, rows, 'e'), rows, 'd'))).toBe('acd')
})

test('without an anchor a range starts at the cursor', () => {
  expect(chosen(extendSelection(emptySelection, rows, 'c', 'b'))).toBe('bc')
  expect(chosen(extendSelection(emptySelection, rows, 'c'))).toBe('c')
})

test('when the anchor has left the list, a new range starts and the selection is kept', () => {
  const gone = toggleRow(toggleRow(emptySelection, 'a'), 'x')
  expect(chosen(extendSelection(gone, rows, 'd', 'c'))).toBe('acdx')
})

test('all rows can be selected', () => {
  expect(chosen(selectAll(rows))).toBe('abcde')
})
