import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { SEEN_AFTER_MS, useMarkSeen } from './use-mark-seen.ts'

const uuidOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const seen = (n: number) => `PUT /api/v1/conversations/${uuidOf(n)}/last-seen`
let visibility: DocumentVisibilityState = 'visible'

beforeEach(() => {
  visibility = 'visible'
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Open({ n, unread }: { n: number; unread: number }) {
  useMarkSeen(uuidOf(n), unread)
  return null
}
function renderOpen(n: number, unread: number) {
  const requests = stubApi({ [seen(1)]: { data: true }, [seen(2)]: { data: true } })
  const { rerender } = renderApp(<Open n={n} unread={unread} />)
  return {
    sent: () => requests.map(({ method, path }) => `${method} ${path}`),
    show: (next: number, count: number) => rerender(<Open n={next} unread={count} />),
  }
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function setVisibility(next: DocumentVisibilityState) {
  visibility = next
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
}

test('a conversation counts as read after a moment, not when it is opened', async () => {
  const { sent } = renderOpen(1, 2)
  await wait(SEEN_AFTER_MS - 1)
  expect(sent()).toEqual([])
  await wait(1)
  expect(sent()).toEqual([seen(1)])
})

test('opening another conversation restarts the delay', async () => {
  const { sent, show } = renderOpen(1, 2)
  await wait(SEEN_AFTER_MS - 1)
  show(2, 1)
  await wait(SEEN_AFTER_MS - 1)
  expect(sent()).toEqual([])
  await wait(1)
  expect(sent(), 'only the one that was read').toEqual([seen(2)])
})

test('a hidden page marks nothing as read until it has been shown for a moment', async () => {
  const { sent } = renderOpen(1, 2)
  await setVisibility('hidden')
  await wait(10 * SEEN_AFTER_MS)
  expect(sent()).toEqual([])
  await setVisibility('visible')
  await wait(SEEN_AFTER_MS)
  expect(sent()).toEqual([seen(1)])
})

test('a message that arrives while reading is marked as read too; without unread messages nothing is sent', async () => {
  const { sent, show } = renderOpen(1, 0)
  await wait(SEEN_AFTER_MS)
  expect(sent()).toEqual([])
  show(1, 1)
  await wait(0)
  expect(sent()).toEqual([seen(1)])
})

test('a failure is not reported, as the count simply returns', async () => {
  stubApi({ [seen(1)]: { status: 503, error: { message: 'Busy' } } })
  const rejected = vi.fn()
  process.on('unhandledRejection', rejected)
  renderApp(<Open n={1} unread={1} />)
  await wait(SEEN_AFTER_MS + 100)
  process.off('unhandledRejection', rejected)
  expect(rejected).not.toHaveBeenCalled()
})
