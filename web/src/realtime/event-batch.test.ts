import { notifyManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventBatch } from './event-batch.ts'

/** How long events took to apply, in ms. */
let worked = 0

beforeEach(() => {
  vi.useFakeTimers()
  worked = 0
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + worked)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** `work` is how long applying one event takes, in ms. */
function start({ work = 0, isHidden = (): boolean => false, isFrameDue = (): boolean => false } = {}) {
  const batch = createEventBatch({ isHidden, isFrameDue })
  const applied: string[] = []
  const rendered: string[][] = []
  const add = (name: string) =>
    batch.add(() => {
      applied.push(name)
      notifyManager.schedule(() => rendered.push([...applied]))
      worked += work
    })
  return { add, flush: batch.flush, applied, rendered }
}

test('an event after a quiet moment is applied at once, those right after it together and in order', () => {
  const { add, applied } = start()
  add('first')
  expect(applied).toEqual(['first'])
  add('second')
  add('third')
  expect(applied).toEqual(['first'])
  vi.advanceTimersByTime(60)
  expect(applied).toEqual(['first', 'second', 'third'])
  vi.advanceTimersByTime(1_000)
  add('fourth')
  expect(applied).toContain('fourth')
})

test('nothing waits in a hidden tab', () => {
  const tab = { hidden: false }
  const { add, applied } = start({ isHidden: () => tab.hidden })
  add('first')
  add('second')
  tab.hidden = true
  add('third')
  expect(applied).toEqual(['first', 'second', 'third'])
  vi.advanceTimersByTime(1_000)
  expect(applied).toHaveLength(3)
})

test('a tab that is hidden during a batch applies the rest of it', () => {
  const tab = { hidden: false }
  const { add, applied } = start({ work: 10, isHidden: () => tab.hidden })
  for (const name of ['first', 'second', 'third']) add(name)
  tab.hidden = true
  add('fourth')
  expect(applied).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a batch that takes long is applied in slices, and rendered as a whole', () => {
  const { add, applied, rendered } = start({ work: 10 })
  for (const name of ['first', 'second', 'third']) add(name)
  vi.advanceTimersByTime(0)
  while (applied.length < 2) vi.advanceTimersToNextTimer()
  expect(applied).toEqual(['first', 'second'])
  vi.advanceTimersByTime(1_000)
  expect(applied).toEqual(['first', 'second', 'third'])
  expect(rendered).toEqual([['first'], applied, applied])
})

test('what arrives during a batch is left to the next one', () => {
  const { add, applied, rendered } = start({ work: 10 })
  add('first')
  vi.advanceTimersByTime(1_000)
  for (const name of ['second', 'third', 'fourth']) add(name)
  while (applied.length < 3) vi.advanceTimersToNextTimer()
  add('fifth')
  vi.advanceTimersByTime(1_000)
  expect(applied).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
  expect(rendered.map(({ length }) => length)).toEqual([1, 2, 4, 4, 5])
})

test('a batch that takes long is followed by a longer rest', () => {
  const { add, applied } = start({ work: 100 })
  add('first')
  vi.advanceTimersByTime(0)
  add('second')
  vi.advanceTimersByTime(700)
  expect(applied).toEqual(['first'])
  vi.advanceTimersByTime(400)
  expect(applied).toEqual(['first', 'second'])
})

test('no batch starts between a key press and its frame', () => {
  let isDue = true
  const { add, applied } = start({ isFrameDue: () => isDue })
  add('first')
  vi.advanceTimersByTime(20)
  expect(applied).toEqual([])
  isDue = false
  vi.advanceTimersByTime(10)
  expect(applied).toEqual(['first'])
})

test('nothing is applied twice or lost when it is flushed early', () => {
  const { add, flush, applied } = start()
  add('first')
  add('second')
  flush()
  vi.advanceTimersByTime(1_000)
  expect(applied).toEqual(['first', 'second'])
})

test('an event that fails takes no other with it', () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const batch = createEventBatch({ isHidden: () => false, isFrameDue: () => false })
  const later = vi.fn()
  batch.add(() => {
    throw new Error('broken')
  })
  batch.add(later)
  vi.advanceTimersByTime(60)
  expect(report).toHaveBeenCalledOnce()
  expect(later).toHaveBeenCalledOnce()
})
