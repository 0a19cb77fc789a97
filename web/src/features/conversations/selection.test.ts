import { expect, test } from 'vitest'
import { chooseAll, extend, nothingChosen, type Selection, toggle } from './selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const chosen = (selection: Selection) => [...selection.chosen].sort().join('')

test('a row is chosen and let go again', () => {
  const one = toggle(nothingChosen, 'b')
  expect(chosen(one)).toBe('b')
  expect(chosen(toggle(one, 'b'))).toBe('')
})

test('a range goes from the row chosen last, in both directions, and shrinks as it is moved back', () => {
  const start = toggle(nothingChosen, 'c')
  const down = extend(start, rows, 'e')
  expect(chosen(down)).toBe('cde')
  expect(chosen(extend(down, rows, 'd'))).toBe('cd')
  expect(chosen(extend(down, rows, 'a'))).toBe('abc')
})

test('a range leaves alone what was chosen before', () => {
  const two = toggle(toggle(nothingChosen, 'a'), 'c')
  expect(chosen(extend(extend(two, rows, 'e'), rows, 'd'))).toBe('acd')
})

test('without an anchor a range begins where the cursor was', () => {
  expect(chosen(extend(nothingChosen, rows, 'c', 'b'))).toBe('bc')
  expect(chosen(extend(nothingChosen, rows, 'c'))).toBe('c')
})

test('when the anchor has left the list a new range begins, and the choice so far stays', () => {
  const gone = toggle(toggle(nothingChosen, 'a'), 'x')
  expect(chosen(extend(gone, rows, 'd', 'c'))).toBe('acdx')
})

test('all are chosen', () => {
  expect(chosen(chooseAll(rows))).toBe('abcde')
})
