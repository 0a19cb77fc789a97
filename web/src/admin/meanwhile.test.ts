import { expect, test } from 'vitest'
import { meet } from './meanwhile.ts'

const before = { name: 'Orders', emoji: '📦', members: [1, 2] }

test('what others saved in fields that were not touched here stays as they saved it', () => {
  const now = { ...before, members: [1, 2, 3] }
  const mine = { ...before, name: 'Parcels' }
  expect(meet({ mine, changed: ['name'], seen: { name: 'Orders' }, now })).toEqual({
    merged: { name: 'Parcels', emoji: '📦', members: [1, 2, 3] },
    clashes: [],
  })
})

test('a field that both changed is a clash, unless both changed it alike', () => {
  const mine = { ...before, name: 'Parcels', members: [2] }
  const changed = ['name', 'members']
  const seen = { name: 'Orders', members: [1, 2] }
  expect(meet({ mine, changed, seen, now: { ...before, name: 'Post', members: [2] } }).clashes).toEqual([
    'name',
  ])
  expect(meet({ mine, changed, seen, now: { ...before, name: 'Parcels' } }).clashes).toEqual([])
  expect(meet({ mine, changed, seen, now: before }).clashes).toEqual([])
})
