import { expect, test } from 'vitest'
import { findNameOffences, findScreenOffences } from './offences.ts'

const names = (code: string, file = 'web/src/example.ts') =>
  findNameOffences(file, code).map(({ location, text }) => `${location} ${text}`)

test.each([
  ['a variable', 'const pretendMessage = 1', 'web/src/example.ts:1 pretendMessage'],
  ['a parameter', 'export const f = (found: string) => found', 'web/src/example.ts:1 found'],
  ['a destructured name', 'const { asked } = form', 'web/src/example.ts:1 asked'],
  ['a property of a type', '\ntype Row = { whom: string }', 'web/src/example.ts:2 whom'],
  ['a plural', 'function applyGuesses() {}', 'web/src/example.ts:1 applyGuesses'],
])('an avoided word in %s is reported with its line', (_, code, expected) => {
  expect(names(code)).toEqual([expected])
})

test('an avoided word in a file or folder name is reported', () => {
  expect(names('', 'web/src/door/sign-in.tsx')).toEqual(['web/src/door/sign-in.tsx door'])
  expect(names('', 'web/src/lib/keep-guess.test.ts')).toEqual([
    'web/src/lib/keep-guess.test.ts keep-guess.test.ts',
  ])
})

test('uses, other words that contain one, and names fixed elsewhere are not reported', () => {
  expect(names('const notFound = found(1); const foundation = 2; const { occasion } = run')).toEqual([])
})

test('an avoided phrase on the screen is reported with its key, unless the specification fixes the text', () => {
  expect(
    findScreenOffences('desk.json', {
      'list.empty': 'Nobody has put it away.',
      'list.fine': 'No conversations',
      'new_conversation.message_missing': 'Message cannot be empty',
    }).map(({ location }) => location),
  ).toEqual(['desk.json list.empty'])
})
