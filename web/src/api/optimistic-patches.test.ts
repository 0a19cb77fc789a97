import { expect, test } from 'vitest'
import {
  applyPendingPatches,
  keepNewerPages,
  keepNewerRow,
  registerOptimisticPatch,
  trackLatestServerRow,
} from './optimistic-patches.ts'

let count = 0
const newRow = (version: number) => ({ uuid: `row-${++count}`, version, status: 'Open', priority: 'Low' })

test('a row is unchanged while nothing is pending', () => {
  const row = newRow(3)
  expect(applyPendingPatches(row)).toBe(row)
  expect(keepNewerRow(undefined, row)).toBe(row)
})

test('a pushed row shows pending changes, with its own version', () => {
  const row = newRow(3)
  const settle = registerOptimisticPatch(row.uuid, { version: 3, change: { status: 'Resolved' } })
  expect(applyPendingPatches({ ...row, version: 4, priority: 'High' })).toEqual({
    ...row,
    version: 4,
    status: 'Resolved',
    priority: 'High',
  })
  expect(applyPendingPatches(newRow(1)), 'other rows are not changed').toMatchObject({ status: 'Open' })
  settle()
  expect(applyPendingPatches({ ...row, version: 4 })).toMatchObject({ status: 'Open' })
})

test('of two pending changes of a field the later one is shown', () => {
  const row = newRow(3)
  const settleFirst = registerOptimisticPatch(row.uuid, { version: 3, change: { status: 'Resolved' } })
  const settleSecond = registerOptimisticPatch(row.uuid, { version: 3, change: { status: 'Closed' } })
  expect(applyPendingPatches(row)).toMatchObject({ status: 'Closed' })
  settleSecond()
  expect(applyPendingPatches(row)).toMatchObject({ status: 'Resolved' })
  settleFirst()
})

test('the last settled change returns the newest row that the server sent in the meantime', () => {
  const row = newRow(3)
  const settleFirst = registerOptimisticPatch(row.uuid, { version: 3, change: { status: 'Resolved' } })
  const settleSecond = registerOptimisticPatch(row.uuid, { version: 3, change: { priority: 'High' } })
  const newest = { ...row, version: 6 }
  for (const received of [{ ...row, version: 4 }, newest, { ...row, version: 5 }])
    trackLatestServerRow(received)
  expect(settleFirst(), 'another change is pending').toBeNull()
  expect(settleSecond()).toBe(newest)
  expect(settleSecond(), 'only once').toBeNull()
})

test('rows without pending changes are not kept', () => {
  const row = newRow(3)
  trackLatestServerRow(row)
  expect(registerOptimisticPatch(row.uuid, { version: 3, change: {} })()).toBeNull()
})

test('a response that is older than the cached row is dropped', () => {
  const row = newRow(5)
  expect(keepNewerRow(row, { ...row, version: 4 })).toBe(row)
  const newer = { ...row, version: 6 }
  expect(keepNewerRow(row, newer)).toEqual(newer)
  const other = newRow(1)
  expect(keepNewerRow(row, other), 'a different conversation').toEqual(other)
})

test('a pending change is applied to a fetched row only until the server includes it', () => {
  const row = newRow(5)
  const settle = registerOptimisticPatch(row.uuid, { version: 5, change: { status: 'Resolved' } })
  expect(keepNewerRow(undefined, { ...row })).toMatchObject({ status: 'Resolved', version: 5 })
  expect(keepNewerRow(undefined, { ...row, version: 6 })).toMatchObject({ status: 'Open', version: 6 })
  settle()
})

test('an equal response keeps the identity of the cached row, so that nothing renders again', () => {
  const row = newRow(5)
  expect(keepNewerRow(row, { ...row })).toBe(row)
})

test('pages keep newer rows, and adopt the fetched order', () => {
  const [first, second] = [newRow(5), newRow(5)]
  const cached = { pages: [{ results: [first, second] }] }
  const fetched = {
    pages: [
      {
        results: [
          { ...second, version: 6 },
          { ...first, version: 4 },
        ],
      },
    ],
  }
  expect(keepNewerPages(cached, fetched)).toEqual({
    pages: [{ results: [{ ...second, version: 6 }, first] }],
  })
  expect(keepNewerPages(undefined, fetched)).toEqual(fetched)
})
