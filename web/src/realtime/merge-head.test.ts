import { expect, test } from 'vitest'
import { mergeHead } from './merge-head.ts'
import { mine, page, pages, rowOf, shared } from './testing.ts'

const rows = (...numbers: number[]) => numbers.map((n) => rowOf(shared(n)))
const numbers = (list: ReturnType<typeof mergeHead>) => list.pages.map((p) => p.results.map((r) => r.id))

test('with one page loaded the new head is the list', () => {
  const merged = mergeHead(pages(page(rows(5, 4), 'c')), page(rows(6, 5), 'd'), mine, 7)
  expect(numbers(merged)).toEqual([[6, 5]])
  expect(merged.pages[0]?.next_cursor).toBe('d')
})

test('what a new row pushes down goes on in the second page, and nothing stands twice', () => {
  const old = pages(page(rows(6, 5), 'c'), page(rows(4, 3), 'e'))
  const merged = mergeHead(old, page(rows(7, 6), 'd'), mine, 7)
  expect(numbers(merged)).toEqual([
    [7, 6],
    [5, 4, 3],
  ])
  expect(merged.pages[1]?.next_cursor, 'loading more goes on where it was').toBe('e')
})

test('rows that moved up into the head leave their old page', () => {
  const old = pages(page(rows(6, 5), 'c'), page(rows(4, 3), 'e'))
  const risen = rowOf(shared(3, { last_message_at: shared(9).last_message_at }))
  const merged = mergeHead(old, page([risen, ...rows(6)], 'd'), mine, 7)
  expect(numbers(merged)).toEqual([
    [3, 6],
    [5, 4],
  ])
})

test('rows that left the list go, further down as well', () => {
  const left = rowOf(shared(3, { status: 'Resolved' }))
  const old = pages(page(rows(6, 5), 'c'), page([...rows(4), left, ...rows(2)], 'e'))
  expect(numbers(mergeHead(old, page(rows(6, 5), 'c'), mine, 7))).toEqual([
    [6, 5],
    [4, 2],
  ])
})

test('a row that the head passes over is gone, whatever took it away', () => {
  const old = pages(page(rows(6, 5), 'c'), page(rows(4, 3), 'e'))
  expect(numbers(mergeHead(old, page(rows(6, 4), 'd'), mine, 7))).toEqual([[6, 4], [3]])
})

test('a head without a next page is the whole list', () => {
  const merged = mergeHead(pages(page(rows(6), 'c'), page(rows(5))), page(rows(6)), mine, 7)
  expect(numbers(merged)).toEqual([[6]])
})
