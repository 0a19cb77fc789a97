import { expect, test } from 'vitest'
import { isInScope } from './shortcut-scope.ts'

test.each([
  ['page', 'page', true],
  ['page', 'field', false],
  ['page', 'editor', false],
  ['page', 'layer', false],
  ['fields', 'page', true],
  ['fields', 'field', true],
  ['fields', 'editor', false],
  ['fields', 'layer', false],
  ['anywhere', 'editor', true],
  ['anywhere', 'layer', true],
] as const)('a shortcut with scope %s, with the focus in %s: %s', (reach, focus, works) => {
  expect(isInScope(reach, focus)).toBe(works)
})
