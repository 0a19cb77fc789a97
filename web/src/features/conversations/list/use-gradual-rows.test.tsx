import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ROWS_PER_FRAME, useGradualRows } from './use-gradual-rows.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }))
afterEach(() => vi.useRealTimers())

const screenful = ROWS_PER_FRAME * 3
const rowsFrom = (first: number) => Array.from({ length: screenful }, (_, index) => ({ key: first + index }))
const nextFrame = () => act(() => vi.advanceTimersToNextFrame())

function renderAtTop() {
  const { result, rerender } = renderHook(
    ({ from, isScrolling }) => useGradualRows(rowsFrom(from), isScrolling),
    {
      initialProps: { from: 0, isScrolling: false },
    },
  )
  return {
    scrollTo: (from: number) => rerender({ from, isScrolling: true }),
    /** Scrolling has ended, or other rows have taken the place of these. */
    restAt: (from: number) => rerender({ from, isScrolling: false }),
    shown: () => result.current.map(({ key }) => key),
  }
}

test('the first rows of a list, and those that replace removed ones, are rendered together', () => {
  const { shown, restAt } = renderAtTop()
  expect(shown()).toHaveLength(screenful)
  restAt(1000)
  expect(shown()).toHaveLength(screenful)
})

test('after a jump the rows in the middle are rendered first, and the others with the next frames', () => {
  const { shown, scrollTo } = renderAtTop()
  scrollTo(1000)
  expect(shown()).toHaveLength(ROWS_PER_FRAME)
  expect(shown()).toContain(1000 + screenful / 2)
  nextFrame()
  nextFrame()
  expect(shown()).toEqual(rowsFrom(1000).map(({ key }) => key))
})

test('when scrolling ends, the rows that are still missing appear frame by frame as well', () => {
  const { shown, scrollTo, restAt } = renderAtTop()
  scrollTo(1000)
  restAt(1000)
  expect(shown()).toHaveLength(2 * ROWS_PER_FRAME)
  nextFrame()
  expect(shown()).toHaveLength(screenful)
  restAt(2000)
  expect(shown()).toHaveLength(screenful)
})

test('at a speed at which few rows are new, all of them are rendered', () => {
  const { shown, scrollTo } = renderAtTop()
  scrollTo(ROWS_PER_FRAME)
  expect(shown()).toHaveLength(screenful)
})

test('a frame that scrolls on adds rows of its own instead of those that scrolled by', () => {
  const { shown, scrollTo } = renderAtTop()
  scrollTo(1000)
  scrollTo(2000)
  expect(shown()).toHaveLength(ROWS_PER_FRAME)
  expect(Math.min(...shown())).toBeGreaterThanOrEqual(2000)
})
