import { expect, test } from 'vitest'
import {
  assignedList,
  conversationFixture,
  listPage,
  listPages,
  toListItem,
} from './conversation-fixtures.ts'
import { mergeFirstPage } from './merge-first-page.ts'

const rows = (...numbers: number[]) => numbers.map((n) => toListItem(conversationFixture(n)))
const numbers = (list: ReturnType<typeof mergeFirstPage>) => list.pages.map((p) => p.results.map((r) => r.id))

test('with one page loaded the new first page is the whole list', () => {
  const merged = mergeFirstPage(
    listPages(listPage(rows(5, 4), 'c')),
    listPage(rows(6, 5), 'd'),
    assignedList,
    7,
  )
  expect(numbers(merged)).toEqual([[6, 5]])
  expect(merged.pages[0]?.next_cursor).toBe('d')
})

test('rows pushed down by a new row continue on the second page without duplicates', () => {
  const old = listPages(listPage(rows(6, 5), 'c'), listPage(rows(4, 3), 'e'))
  const merged = mergeFirstPage(old, listPage(rows(7, 6), 'd'), assignedList, 7)
  expect(numbers(merged)).toEqual([
    [7, 6],
    [5, 4, 3],
  ])
  expect(merged.pages[1]?.next_cursor, 'loading more continues at the old cursor').toBe('e')
})

test('rows that moved up to the first page leave their old page', () => {
  const old = listPages(listPage(rows(6, 5), 'c'), listPage(rows(4, 3), 'e'))
  const risen = toListItem(
    conversationFixture(3, { last_message_at: conversationFixture(9).last_message_at }),
  )
  const merged = mergeFirstPage(old, listPage([risen, ...rows(6)], 'd'), assignedList, 7)
  expect(numbers(merged)).toEqual([
    [3, 6],
    [5, 4],
  ])
})

test('rows that left the list are removed from later pages too', () => {
  const resolved = toListItem(conversationFixture(3, { status: 'Resolved' }))
  const old = listPages(listPage(rows(6, 5), 'c'), listPage([...rows(4), resolved, ...rows(2)], 'e'))
  expect(numbers(mergeFirstPage(old, listPage(rows(6, 5), 'c'), assignedList, 7))).toEqual([
    [6, 5],
    [4, 2],
  ])
})

test('a row that the new first page passes over is removed', () => {
  const old = listPages(listPage(rows(6, 5), 'c'), listPage(rows(4, 3), 'e'))
  expect(numbers(mergeFirstPage(old, listPage(rows(6, 4), 'd'), assignedList, 7))).toEqual([[6, 4], [3]])
})

test('a first page without a cursor is the whole list', () => {
  const merged = mergeFirstPage(
    listPages(listPage(rows(6), 'c'), listPage(rows(5))),
    listPage(rows(6)),
    assignedList,
    7,
  )
  expect(numbers(merged)).toEqual([[6]])
})
