import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const base = { name: 'Orders', emoji: '📦', members: [1, 2] }

test('fields that were not edited here keep what others saved', () => {
  const remote = { ...base, members: [1, 2, 3] }
  const local = { ...base, name: 'Parcels' }
  expect(mergeEdits({ local, changedFields: ['name'], base: { name: 'Orders' }, remote })).toEqual({
    merged: { name: 'Parcels', emoji: '📦', members: [1, 2, 3] },
    conflicts: [],
  })
})

test('a field that both sides changed conflicts, unless both set the same value', () => {
  const local = { ...base, name: 'Parcels', members: [2] }
  const changedFields = ['name', 'members']
  const savedValues = { name: 'Orders', members: [1, 2] }
  expect(
    mergeEdits({ local, changedFields, base: savedValues, remote: { ...base, name: 'Post', members: [2] } })
      .conflicts,
  ).toEqual(['name'])
  expect(
    mergeEdits({ local, changedFields, base: savedValues, remote: { ...base, name: 'Parcels' } }).conflicts,
  ).toEqual([])
  expect(mergeEdits({ local, changedFields, base: savedValues, remote: base }).conflicts).toEqual([])
})
