import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ListPage, type ListPages, listQuery } from '../api/conversation-list-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { applyEvent } from './apply-event.ts'
import {
  assignedList,
  conversationFixture,
  listPage,
  listPages,
  toListItem,
} from './conversation-fixtures.ts'
import { REFRESH_DELAY_MS } from './refresh-first-pages.ts'

const ME = 7
const { queryKey } = listQuery(assignedList)
const [one, two] = [conversationFixture(1), conversationFixture(2)]
let cache: QueryClient
let observer: QueryObserver<ListPages>
/** Resolvers of the requested pages, in order. */
let asked: ((head: ListPage) => void)[]
let leave: () => void

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('location', { origin: 'http://parley.test' })
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((answer) =>
        asked.push((head) =>
          answer(Response.json({ data: { ...head, per_page: 50, page: 1, total_pages: 1, count: 0 } })),
        ),
      ),
  )
  cache = new QueryClient()
  cache.setQueryData(queryKeys.me, { id: ME })
  cache.setQueryData(queryKey, listPages(listPage([toListItem(two), toListItem(one)])))
  // Like the list on screen; it requests nothing on its own here.
  observer = new QueryObserver<ListPages>(cache, { queryKey, staleTime: Number.POSITIVE_INFINITY })
  leave = observer.subscribe(() => {})
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const rows = () => cache.getQueryData<ListPages>(queryKey)?.pages.flatMap(({ results }) => results)
const shown = () => rows()?.map(({ id, version }) => [id, version])
const push = (id: number, version: number, change: Parameters<typeof conversationFixture>[1] = {}) => {
  const object = conversationFixture(id, { version, ...change })
  applyEvent(cache, { event_id: `1.2.${version}`, type: 'conversation.changed', version, object })
  return object
}
const resolved = { status: 'Resolved', status_id: 3 } as const
const afterAWhile = () => vi.advanceTimersByTimeAsync(REFRESH_DELAY_MS)
const answer = async (at: number, ...heads: Parameters<typeof toListItem>[0][]) => {
  asked[at]?.(listPage(heads.map((row) => toListItem(row))))
  await vi.advanceTimersByTimeAsync(0)
}

test('many changes cause one request', async () => {
  push(1, 6, resolved)
  push(2, 6, resolved)
  await afterAWhile()
  expect(asked).toHaveLength(1)
  await answer(0)
  expect(shown()).toEqual([])
  await afterAWhile()
  expect(asked).toHaveLength(1)
})

test('a row that returns while its removal is being fetched stays', async () => {
  push(1, 6, resolved)
  await afterAWhile()
  // It is still in the list, so for the list nothing has moved.
  const back = push(1, 7)
  // A late event.
  push(1, 6, resolved)
  await answer(0, two)
  await afterAWhile()
  expect(asked).toHaveLength(2)
  await answer(1, two, back)
  expect(shown()).toEqual([
    [2, 5],
    [1, 7],
  ])
  await afterAWhile()
  expect(asked, 'then all is said').toHaveLength(2)
})

test.each<[string, (uuid: string) => void]>([
  ['leaves', () => push(3, 2, resolved)],
  [
    'goes out of sight',
    (uuid) =>
      applyEvent(cache, { event_id: '1.2.2', type: 'conversation.gone', version: 1, object: { uuid } }),
  ],
])('a row that %s while its arrival is being fetched is removed', async (_, goes) => {
  const three = push(3, 1)
  await afterAWhile()
  goes(three.uuid)
  await answer(0, three, two, one)
  await afterAWhile()
  await answer(1, two, one)
  expect(shown()).toEqual([
    [2, 5],
    [1, 5],
  ])
})

test('of two responses the one requested later wins, whatever the order', async () => {
  push(1, 6, resolved)
  await afterAWhile()
  push(2, 6, resolved)
  await afterAWhile()
  expect(asked).toHaveLength(2)
  await answer(1)
  await answer(0, two)
  expect(shown()).toEqual([])
})

test('a change unrelated to the list causes no further request', async () => {
  push(1, 6, resolved)
  await afterAWhile()
  push(9, 3, resolved)
  await answer(0, two)
  await afterAWhile()
  expect(asked).toHaveLength(1)
})

test('a list being fetched is allowed to finish and then fetched once more', async () => {
  const answers: ((all: ListPages) => void)[] = []
  const queryFn = () => new Promise<ListPages>((done) => answers.push(done))
  void cache.fetchQuery({ queryKey, queryFn })
  const back = push(1, 7)
  for (let step = 0; step < 5; step++) await afterAWhile()
  expect(answers, 'nobody called it off').toHaveLength(1)
  expect(asked, 'what it brings would replace something newer').toHaveLength(0)
  answers[0]?.(listPages(listPage([toListItem(two)])))
  await afterAWhile()
  expect(asked).toHaveLength(1)
  await answer(0, two, back)
  expect(shown()).toEqual([
    [2, 5],
    [1, 7],
  ])
})
