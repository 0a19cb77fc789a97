import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const base = { name: 'Orders', emoji: '📦', members: [1, 2] }

test('what others saved in fields that were not touched here stays as they saved it', () => {
  const remote = { ...base, members: [1, 2, 3] }
  const local = { ...base, name: 'Parcels' }
  expect(mergeEdits({ local, changedFields: ['name'], base: { name: 'Orders' }, remote })).toEqual({
    merged: { name: 'Parcels', emoji: '📦', members: [1, 2, 3] },
    conflicts: [],
  })
})

test('a field that both changed is a clash, unless both changed it alike', () => {
  const local = { ...base, name: 'Parcels', members: [2] }
  const changedFields = ['name', 'members']
  const seen = { name: 'Orders', members: [1, 2] }
  expect(
    mergeEdits({ local, changedFields, base: seen, remote: { ...base, name: 'Post', members: [2] } })
      .conflicts,
  ).toEqual(['name'])
  expect(
    mergeEdits({ local, changedFields, base: seen, remote: { ...base, name: 'Parcels' } }).conflicts,
  ).toEqual([])
  expect(mergeEdits({ local, changedFields, base: seen, remote: base }).conflicts).toEqual([])
})
