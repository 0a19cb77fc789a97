import { expect, test } from 'vitest'
import { createSequenceMatcher, type KeyPress, keyPressName } from './key-press.ts'

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

test.each([
  [press('k', { ctrlKey: true }), 'mod+k'],
  [press('k', { metaKey: true }), 'mod+k'],
  [press('B', { ctrlKey: true, shiftKey: true }), 'mod+shift+b'],
  [press('?', { shiftKey: true }), '?'],
  [press('['), '['],
  [press('X', { shiftKey: true }), 'shift+x'],
  [press(' '), 'space'],
  [press('Enter', { ctrlKey: true }), 'mod+enter'],
  [press('ArrowDown'), 'arrowdown'],
  [press('Shift', { shiftKey: true }), null],
  [press('@', { altKey: true, ctrlKey: true }), null],
  [press('о', { code: 'KeyJ' }), 'j'],
  [press('Ч', { code: 'KeyX', shiftKey: true }), 'shift+x'],
  [press('л', { code: 'KeyK', ctrlKey: true }), 'mod+k'],
  [press('х', { code: 'BracketLeft' }), '['],
  [press('؟', { code: 'Slash', shiftKey: true }), '?'],
  [press('é', { code: 'Digit2' }), 'é'],
  // Remapped Latin layouts are respected: the typed character counts.
  [press('j', { code: 'KeyC' }), 'j'],
])('%o is named %s', (event, name) => {
  expect(keyPressName(event)).toBe(name)
})

const shortcuts: [string, string][] = [
  ['g m', 'my inbox'],
  ['g r', 'reports'],
  ['r', 'reply'],
  ['e', 'resolve'],
]

test('a single key runs at once, even if it also ends a sequence', () => {
  expect(createSequenceMatcher().match('r', shortcuts)).toEqual({ run: 'reply', isPending: false })
})

test('a sequence waits for its second key and does not run that key’s own command', () => {
  const { match } = createSequenceMatcher()
  expect(match('g', shortcuts)).toEqual({ run: null, isPending: true })
  expect(match('r', shortcuts)).toEqual({ run: 'reports', isPending: false })
})

test('after a reset the second key acts on its own', () => {
  const { match, reset } = createSequenceMatcher()
  match('g', shortcuts)
  reset()
  expect(match('r', shortcuts).run).toBe('reply')
})

test('an unknown second key does nothing, and the next key starts over', () => {
  const { match } = createSequenceMatcher()
  match('g', shortcuts)
  expect(match('e', shortcuts).run).toBe(null)
  expect(match('e', shortcuts).run).toBe('resolve')
})
