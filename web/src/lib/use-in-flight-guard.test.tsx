import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useInFlightGuard } from './use-in-flight-guard.ts'

const succeed = () => Promise.resolve()
const fail = () => Promise.reject(new Error('offline'))

async function countCalls(options: { once?: boolean }, ...works: (() => Promise<void>)[]): Promise<number> {
  const { result } = renderHook(() => useInFlightGuard(options))
  const started = vi.fn()
  for (const work of works) {
    result.current(() => {
      started()
      return work()
    })
    await new Promise((resolve) => setTimeout(resolve))
  }
  return started.mock.calls.length
}

test('work can be repeated when it has ended, and with `once` only until it has succeeded', async () => {
  expect(await countCalls({}, succeed, fail, succeed)).toBe(3)
  expect(await countCalls({ once: true }, fail, succeed, succeed)).toBe(2)
})

test('work is ignored while other work is in flight', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  expect(await countCalls({}, () => promise, succeed)).toBe(1)
  resolve()
})
