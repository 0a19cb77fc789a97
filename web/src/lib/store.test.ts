import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('listeners run after each change until they unsubscribe', () => {
  const store = createStore(0)
  const seen: number[] = []
  const unsubscribe = store.subscribe(() => seen.push(store.get()))
  store.set(1)
  store.set(2)
  unsubscribe()
  store.set(3)
  expect(seen).toEqual([1, 2])
  expect(store.get()).toBe(3)
})

test('a listener that unsubscribes during a change does not keep others from running', () => {
  const store = createStore('a')
  const unsubscribe = store.subscribe(() => unsubscribe())
  const other = vi.fn()
  store.subscribe(other)
  store.set('b')
  expect(other).toHaveBeenCalledOnce()
})

test('a store is observed while something subscribes', () => {
  const store = createStore(0)
  const unsubscribe = store.subscribe(() => {})
  expect(store.isObserved()).toBe(true)
  unsubscribe()
  expect(store.isObserved()).toBe(false)
})
