import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRenderedCount } from './use-rendered-count.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 0))
})
afterEach(() => vi.useRealTimers())

const open = (loaded: number, first = 10) =>
  renderHook(({ count }) => useRenderedCount(count, first), { initialProps: { count: loaded } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a long conversation first renders its newest messages only', async () => {
  const { result } = open(30)
  expect(result.current).toMatchObject({ rendered: 10, hasMore: true })
  await pass(500)
  expect(result.current.rendered).toBe(10)
})

test('the other messages follow when the reader stays, up to a limit', async () => {
  const { result } = open(200)
  for (let second = 0; second < 10; second++) await pass(1000)
  expect(result.current).toMatchObject({ rendered: 60, hasMore: true })
})

test('a short conversation is rendered as a whole', () => {
  expect(open(4).result.current).toMatchObject({ rendered: 4, hasMore: false })
})

test('scrolling up renders more at once', () => {
  const { result } = open(30)
  act(() => result.current.renderMore())
  expect(result.current.rendered).toBe(20)
})

test('a linked message is rendered at once', () => {
  const { result } = open(30)
  act(() => result.current.renderAtLeast(25))
  expect(result.current.rendered).toBe(25)
})

test('a message that arrives removes no other', () => {
  const { result, rerender } = open(30)
  rerender({ count: 31 })
  expect(result.current.rendered).toBe(11)
})

test('older messages that the reader at the top has loaded are rendered', () => {
  const { result, rerender } = open(8)
  rerender({ count: 38 })
  expect(result.current).toMatchObject({ rendered: 38, hasMore: false })
})
