import { expect, test } from 'vitest'
import { splitIntoColumns } from './shortcut-columns.ts'

const group = (name: string, lines: number) => [name, Array.from({ length: lines }, (_, n) => n)] as const
const names = (columns: ReturnType<typeof splitIntoColumns>) =>
  columns.map((column) => column.map(([name]) => name))

test('columns are as balanced as whole groups allow and keep the order of the groups', () => {
  expect(
    names(splitIntoColumns([group('a', 18), group('b', 2), group('c', 11), group('d', 6), group('e', 4)])),
  ).toEqual([
    ['a', 'e'],
    ['b', 'c', 'd'],
  ])
})

test('a single group goes left, and no groups give two empty columns', () => {
  expect(names(splitIntoColumns([group('a', 3)]))).toEqual([['a'], []])
  expect(names(splitIntoColumns([]))).toEqual([[], []])
})
