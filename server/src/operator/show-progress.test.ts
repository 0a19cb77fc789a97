import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { describeAmounts, showProgress } from './show-progress.ts'

test('amounts are in the units of the step', () => {
  const measured = { done: 300 * 1024 ** 2, share: 0.293, per_second: 50 * 1024 ** 2, seconds_left: 75 }
  expect(describeAmounts({ unit: 'bytes', total: 1024 ** 3 }, measured)).toEqual([
    '29 %',
    '300 MB of 1 GB',
    '50 MB/s',
    '2 min left',
  ])
  expect(
    describeAmounts(
      { unit: 'rows', total: null },
      { done: 1200, share: null, per_second: null, seconds_left: null },
    ),
  ).toEqual(['1,200 rows'])
})

test('an estimate that was too low shows neither more than the total nor 100 % before the end', () => {
  const measured = { done: 900, share: 1, per_second: 10, seconds_left: 0 }
  expect(describeAmounts({ unit: 'rows', total: 800 }, measured)).toEqual([
    '99 %',
    '800 of 800 rows',
    '10/s',
    '0 s left',
  ])
})

test('a terminal shows a bar that is removed at the end', () => {
  let written = ''
  const terminal = Object.assign(new EventEmitter(), {
    ...{ isTTY: true, columns: 120 },
    write: (text: string) => {
      written += text
      return true
    },
  })
  const progress = showProgress(terminal as unknown as NodeJS.WriteStream)
  progress.begin({ name: 'copy', unit: 'bytes', total: 100 * 1024 })
  progress.update(50 * 1024)
  progress.end()
  expect(written).toContain('░')
  expect(written).toContain('Copying')
})
