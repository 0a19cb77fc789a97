import type { Message } from '@parley/contract/messages/messages'
import { expect, test } from 'vitest'
import { keepNewerMessages, type MessagePages } from './message-queries.ts'

// Only the fields that merging uses.
const message = (id: number, version = 1) => ({ id, uuid: `m${id}`, version }) as Message
const pages = (...lists: Message[][]): MessagePages => ({
  pages: lists.map((results) => ({ results, total: 9, next_cursor: null })),
  pageParams: lists.map(() => undefined),
})
const shape = (data: MessagePages) => data.pages.map((page) => page.results.map((m) => [m.id, m.version]))

test('a message that arrived during the fetch is kept', () => {
  expect(shape(keepNewerMessages(pages([message(3), message(2)]), pages([message(2)])))).toEqual([
    [
      [3, 1],
      [2, 1],
    ],
  ])
})

test('a message below an activity line with a lower id is not added a second time', () => {
  const head = [message(549), message(550), message(540)]
  expect(shape(keepNewerMessages(pages(head), pages(head, [message(500)])))).toEqual([
    head.map(({ id }) => [id, 1]),
    [[500, 1]],
  ])
})

test('the copy with the higher version wins on every page', () => {
  const merged = keepNewerMessages(
    pages([message(2)], [message(1, 5)]),
    pages([message(2, 3)], [message(1, 4)]),
  )
  expect(shape(merged)).toEqual([[[2, 3]], [[1, 5]]])
})

test('a message that the server no longer lists is removed', () => {
  expect(shape(keepNewerMessages(pages([message(2), message(1)]), pages([message(2)])))).toEqual([[[2, 1]]])
})
