import { expect, test, vi } from 'vitest'
import { scrollToRow } from './scroll-to-row.ts'

/** A list scrolled to 200 px, in which making the row visible needs this offset. */
const listNeeding = (offset: number | null) => ({
  scrollOffset: 200,
  scrollToIndex: vi.fn(),
  getOffsetForIndex: () => (offset === null ? undefined : ([offset, 'auto'] as const)),
})

test('a row out of view is scrolled to', () => {
  const list = listNeeding(340)
  scrollToRow(list, 7)
  expect(list.scrollToIndex).toHaveBeenCalledExactlyOnceWith(7, { align: 'auto' })
})

test.each([
  ['a row in view', 200],
  ['a row that is in view but for a fraction of a pixel', 200.4],
  ['a row that the list doesn’t have', null],
])('%s isn’t scrolled to', (_, offset) => {
  const list = listNeeding(offset)
  scrollToRow(list, 7)
  expect(list.scrollToIndex).not.toHaveBeenCalled()
})
