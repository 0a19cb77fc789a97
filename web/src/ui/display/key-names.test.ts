import { expect, test } from 'vitest'
import { keyNames } from './key-names.ts'

test.each([
  ['mod+k', ['Ctrl', 'K']],
  ['g m', ['G', 'M']],
  ['shift+arrowup', ['Shift', '↑']],
  ['mod+shift+enter', ['Ctrl', 'Shift', '↵']],
  ['?', ['?']],
  ['PageUp', ['PageUp']],
])('%s is shown as %j', (keys, names) => {
  expect(keyNames(keys)).toEqual(names)
})
