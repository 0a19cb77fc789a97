import { QueryObserver } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { bootstrapQuery } from '../session/bootstrap.ts'
import { eventually } from '../testing/eventually.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { renderApp, stubApi } from '../testing/render.tsx'
import { LiveUpdates } from './live-updates.ts'

const receive = (frame: object) => act(async () => FakeSocket.opened.at(-1)?.receive(frame))
const hello = { type: 'hello', event_id: 'e2', reload: false }

beforeEach(() => {
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
})

const cursors = () => FakeSocket.opened.map(({ url }) => new URL(url).searchParams.get('cursor'))

test('live updates continue where the data was read, so nothing is fetched twice', async () => {
  stubApi({})
  const { client } = renderApp(<LiveUpdates />, {
    cached: [
      [bootstrapQuery.queryKey, 'e1'],
      [queryKeys.tags, []],
    ],
  })
  expect(cursors()).toEqual(['e1'])
  await receive(hello)
  expect(client.getQueryState(queryKeys.tags)?.isInvalidated).toBe(false)
})

test('what changes while it is first fetched is fetched again', async () => {
  stubApi({})
  const { client } = renderApp(<LiveUpdates />, { cached: [[bootstrapQuery.queryKey, 'e1']] })
  const early = Promise.withResolvers<string[]>()
  const queryFn = vi.fn(() => (queryFn.mock.calls.length === 1 ? early.promise : Promise.resolve(['new'])))
  const stop = new QueryObserver(client, { queryKey: queryKeys.tags, queryFn }).subscribe(() => {})
  await receive(hello)
  await receive({ type: 'lookup.changed', event_id: 'e3', version: 0, object: { lookup: 'tags' } })
  early.resolve(['old'])
  await eventually(() => expect(client.getQueryData(queryKeys.tags)).toEqual(['new']))
  stop()
})

test('an event that can’t be applied doesn’t take the others of its batch with it', async () => {
  stubApi({})
  const failed = vi.fn()
  vi.stubGlobal('reportError', failed)
  const { client } = renderApp(<LiveUpdates />, {
    cached: [
      [bootstrapQuery.queryKey, 'e1'],
      [queryKeys.tags, []],
    ],
  })
  vi.spyOn(client, 'getQueryCache').mockImplementationOnce(() => {
    throw new Error('broken')
  })
  const changed = (n: number) => ({
    type: 'lookup.changed',
    event_id: `e${n}`,
    version: 0,
    object: { lookup: 'tags' },
  })
  await act(async () => {
    for (const frame of [hello, changed(3), changed(4)]) FakeSocket.opened.at(-1)?.receive(frame)
  })
  await eventually(() => expect(failed).toHaveBeenCalledOnce())
  await eventually(() => expect(client.getQueryState(queryKeys.tags)?.isInvalidated).toBe(true))
})
