import type { AvailabilityStatus } from '@parley/contract/agents/agent'
import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { agentWith } from '../testing/agent.ts'
import { renderApp, stubApi } from '../testing/render.tsx'
import { CHECK_MS, IDLE_MS } from './availability.ts'
import { useAvailabilityWatch } from './use-availability.ts'

function Watch() {
  useAvailabilityWatch()
  return null
}

/** Watches an agent with this status; returns the statuses sent to the server. */
async function watch(status: AvailabilityStatus) {
  const me = agentWith([], { availability_status: status })
  const requests = stubApi({
    'PUT /api/v1/agents/me/availability': ({ body }) => ({
      data: { ...me, availability_status: (body as { status: AvailabilityStatus }).status },
    }),
  })
  const app = renderApp(<Watch />, { me })
  // Until the browser is idle.
  await pass(1_000)
  const sent = () =>
    requests.flatMap(({ method, body }) => (method === 'PUT' ? (body as { status: string }).status : []))
  const setStatus = (availability_status: AvailabilityStatus) =>
    act(async () => app.client.setQueryData(queryKeys.me, { ...me, availability_status }))
  return { ...app, sent, setStatus }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
})

test('opening the page makes an agent who was offline or idle available', async () => {
  expect((await watch('online')).sent()).toEqual([])
  expect((await watch('away')).sent()).toEqual(['online'])
  expect((await watch('offline')).sent()).toEqual(['online'])
})

test('after four minutes without activity the agent is away, once', async () => {
  const { sent } = await watch('online')
  await pass(IDLE_MS - CHECK_MS)
  expect(sent()).toEqual([])
  await pass(2 * CHECK_MS)
  expect(sent()).toEqual(['away'])
  await pass(10 * CHECK_MS)
  expect(sent()).toEqual(['away'])
})

test('activity keeps the agent online, and brings them back', async () => {
  const { sent } = await watch('online')
  await pass(IDLE_MS - CHECK_MS)
  fireEvent.keyDown(document.body, { key: 'a' })
  await pass(IDLE_MS - CHECK_MS)
  expect(sent()).toEqual([])
  await pass(2 * CHECK_MS)
  expect(sent()).toEqual(['away'])
  fireEvent.mouseMove(document.body)
  await pass(0)
  expect(sent()).toEqual(['away', 'online'])
})

test('a manually chosen status is not changed by activity or idleness', async () => {
  const { sent } = await watch('away_manual')
  fireEvent.click(document.body)
  await pass(2 * IDLE_MS)
  expect(sent()).toEqual([])
})

test('a manually chosen status survives closing the browser', async () => {
  const { unmount } = await watch('away_and_reassigning')
  unmount()
  expect((await watch('offline')).sent()).toEqual(['away_and_reassigning'])
})

test('coming back online in another browser restarts the idle time here', async () => {
  const { sent, setStatus } = await watch('online')
  await pass(IDLE_MS + CHECK_MS)
  expect(sent()).toEqual(['away'])
  await setStatus('online')
  await pass(IDLE_MS - CHECK_MS)
  expect(sent()).toEqual(['away'])
})

test('an unmounted page neither listens nor sends', async () => {
  const { sent, unmount } = await watch('online')
  unmount()
  await pass(2 * IDLE_MS)
  fireEvent.mouseMove(document.body)
  expect(sent()).toEqual([])
})
