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
let requests: ((head: ListPage) => void)[]
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  vi.stubGlobal('location', { origin: 'http://parley.test' })
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((answer) =>
        requests.push((head) =>
          answer(Response.json({ data: { ...head, per_page: 50, page: 1, total_pages: 1, count: 0 } })),
        ),
      ),
  )
  cache = new QueryClient()
  cache.setQueryData(queryKeys.me, { id: ME })
  cache.setQueryData(queryKey, listPages(listPage([toListItem(two), toListItem(one)])))
  // Like the list on screen; it requests nothing on its own here.
  observer = new QueryObserver<ListPages>(cache, { queryKey, staleTime: Number.POSITIVE_INFINITY })
  unsubscribe = observer.subscribe(() => {})
})
afterEach(() => {
  unsubscribe()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const rows = () => cache.getQueryData<ListPages>(queryKey)?.pages.flatMap(({ results }) => results)
const versions = () => rows()?.map(({ id, version }) => [id, version])
const push = (id: number, version: number, change: Parameters<typeof conversationFixture>[1] = {}) => {
  const object = conversationFixture(id, { version, ...change })
  applyEvent(cache, { event_id: `1.2.${version}`, type: 'conversation.changed', version, object })
  return object
}
const resolved = { status: 'Resolved', status_id: 3 } as const
const waitForRefresh = () => vi.advanceTimersByTimeAsync(REFRESH_DELAY_MS)
const answer = async (at: number, ...heads: Parameters<typeof toListItem>[0][]) => {
  requests[at]?.(listPage(heads.map((row) => toListItem(row))))
  await vi.advanceTimersByTimeAsync(0)
}

test('the first change after a quiet moment is shown soon, further ones at an interval', async () => {
  push(1, 6, resolved)
  await vi.advanceTimersByTimeAsync(50)
  expect(requests).toHaveLength(1)
  await answer(0, two)
  push(2, 6, resolved)
  await vi.advanceTimersByTimeAsync(REFRESH_DELAY_MS - 100)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(requests).toHaveLength(2)
})

test('a slow server gets a rest between refreshes', async () => {
  push(1, 6, resolved)
  await vi.advanceTimersByTimeAsync(50)
  push(2, 6)
  await vi.advanceTimersByTimeAsync(2_000)
  // Behind what was pushed meanwhile, so it is requested again.
  await answer(0, one, two)
  await vi.advanceTimersByTimeAsync(REFRESH_DELAY_MS - 50)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(50)
  expect(requests).toHaveLength(2)
})

test('many changes cause one request', async () => {
  push(1, 6, resolved)
  push(2, 6, resolved)
  await waitForRefresh()
  expect(requests).toHaveLength(1)
  await answer(0)
  expect(versions()).toEqual([])
  await waitForRefresh()
  expect(requests).toHaveLength(1)
})

test('a row that returns while its removal is being fetched stays', async () => {
  push(1, 6, resolved)
  await waitForRefresh()
  // It is still in the list, so for the list nothing has moved.
  const back = push(1, 7)
  // A late event.
  push(1, 6, resolved)
  await answer(0, two)
  await waitForRefresh()
  expect(requests).toHaveLength(2)
  await answer(1, two, back)
  expect(versions()).toEqual([
    [2, 5],
    [1, 7],
  ])
  await waitForRefresh()
  expect(requests, 'nothing more to fetch').toHaveLength(2)
})

test.each<[string, (uuid: string) => void]>([
  ['leaves the list', () => push(3, 2, resolved)],
  [
    'becomes invisible to the reader',
    (uuid) =>
      applyEvent(cache, { event_id: '1.2.2', type: 'conversation.gone', version: 1, object: { uuid } }),
  ],
])('a row that %s while its arrival is being fetched is removed', async (_, goes) => {
  const three = push(3, 1)
  await waitForRefresh()
  goes(three.uuid)
  await answer(0, three, two, one)
  await waitForRefresh()
  await answer(1, two, one)
  expect(versions()).toEqual([
    [2, 5],
    [1, 5],
  ])
})

test('of two responses the one requested later wins, whatever the order', async () => {
  push(1, 6, resolved)
  await waitForRefresh()
  push(2, 6, resolved)
  await waitForRefresh()
  expect(requests).toHaveLength(2)
  await answer(1)
  await answer(0, two)
  expect(versions()).toEqual([])
})

test('a change unrelated to the list causes no further request', async () => {
  push(1, 6, resolved)
  await waitForRefresh()
  push(9, 3, resolved)
  await answer(0, two)
  await waitForRefresh()
  expect(requests).toHaveLength(1)
})

test('a list being fetched is allowed to finish and then fetched once more', async () => {
  const answers: ((all: ListPages) => void)[] = []
  const queryFn = () => new Promise<ListPages>((done) => answers.push(done))
  void cache.fetchQuery({ queryKey, queryFn })
  const back = push(1, 7)
  for (let step = 0; step < 5; step++) await waitForRefresh()
  expect(answers, 'it was not cancelled').toHaveLength(1)
  expect(requests, 'its response would replace newer data').toHaveLength(0)
  answers[0]?.(listPages(listPage([toListItem(two)])))
  await waitForRefresh()
  expect(requests).toHaveLength(1)
  await answer(0, two, back)
  expect(versions()).toEqual([
    [2, 5],
    [1, 7],
  ])
})
