import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { renderApp, stubApi } from '../testing/render.tsx'
import { currentConnection } from './connection.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { LiveUpdates } from './live-updates.ts'

const latest = () => {
  const socket = FakeSocket.opened.at(-1)
  if (!socket) throw new Error('No connection')
  return socket
}

function Shell() {
  return (
    <>
      <LiveUpdates />
      <ConnectionNotice />
    </>
  )
}
const notice = () => screen.queryByRole('status')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.useRealTimers()
})

async function renderConnected(cached: Parameters<typeof renderApp>[1] = {}) {
  stubApi({})
  const app = renderApp(<Shell />, cached)
  await act(async () => latest().hello())
  return app
}

test('a short interruption is not shown, a longer one is until the connection is back', async () => {
  await renderConnected()
  await act(async () => latest().drop())
  await pass(1_900)
  expect(notice()).toBeNull()
  await pass(200)
  expect(notice()?.textContent).toContain('Connection lost')
  await act(async () => latest().hello('e2'))
  await pass(10)
  expect(notice()).toBeNull()
})

test('nothing is shown during the first connection attempt', async () => {
  renderApp(<Shell />)
  await pass(5_000)
  expect(currentConnection()).toBe('connecting')
  expect(notice()).toBeNull()
})

test('the button and the return of the network reconnect at once', async () => {
  await renderConnected()
  await act(async () => latest().drop())
  await pass(1_000)
  await act(async () => latest().drop())
  await pass(1_100)
  const before = FakeSocket.opened.length
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect now' }))
  expect(FakeSocket.opened).toHaveLength(before + 1)
  await act(async () => latest().drop())
  act(() => void dispatchEvent(new Event('online')))
  expect(FakeSocket.opened).toHaveLength(before + 2)
})

test('a reconnection continues after the last event', async () => {
  await renderConnected()
  expect(new URL(latest().url).searchParams.get('cursor')).toBeNull()
  await act(async () => latest().drop())
  await pass(1_000)
  expect(new URL(latest().url).searchParams.get('cursor')).toBe('e1')
})

test('an ended session refetches the signed-in agent', async () => {
  const { client } = await renderConnected({ cached: [[queryKeys.me, { id: 1 }]] })
  await act(async () => client.setQueryData(queryKeys.me, { id: 1 }))
  expect(client.getQueryState(queryKeys.me)?.isInvalidated).toBe(false)
  await act(async () => latest().drop(4401))
  expect(client.getQueryState(queryKeys.me)?.isInvalidated).toBe(true)
})

test('what was loaded before the first connection is refreshed once, not after each interruption', async () => {
  const { client } = await renderConnected({ cached: [[queryKeys.tags, []]] })
  expect(client.getQueryState(queryKeys.tags)?.isInvalidated).toBe(true)
  client.setQueryData(queryKeys.tags, [])
  await act(async () => latest().drop())
  await pass(1_000)
  await act(async () => latest().hello('e2'))
  expect(client.getQueryState(queryKeys.tags)?.isInvalidated).toBe(false)
})

test('leaving the shell closes the connection permanently', async () => {
  const { unmount } = await renderConnected()
  const { length } = FakeSocket.opened
  unmount()
  act(() => void dispatchEvent(new Event('online')))
  await pass(60_000)
  expect(FakeSocket.opened).toHaveLength(length)
})
