import { expect, test } from 'vitest'
import { findNext } from './leave-conversation.ts'

const rows = ['a', 'b', 'c', 'd'].map((uuid) => ({ uuid }))
const next = (uuid: string, values: Partial<Parameters<typeof findNext>[1]> = {}, list = rows) =>
  findNext(list, { uuid, finished: [{ uuid }], preference: 'next', lastIndex: 0, ...values })

test('the next or previous conversation of the list follows, and nothing beyond its ends', () => {
  expect(next('b')).toBe('c')
  expect(next('d')).toBeUndefined()
  expect(next('c', { preference: 'previous' })).toBe('b')
  expect(next('a', { preference: 'previous' })).toBeUndefined()
})

test('who prefers the list gets no conversation', () => {
  expect(next('b', { preference: 'list' })).toBeUndefined()
})

test('conversations that were finished together are skipped', () => {
  const finished = [{ uuid: 'b' }, { uuid: 'c' }]
  expect(next('b', { finished })).toBe('d')
  expect(next('c', { finished, preference: 'previous' })).toBe('a')
})

test('a conversation that has left the list counts where it was', () => {
  const left = rows.filter(({ uuid }) => uuid !== 'b')
  expect(next('b', { lastIndex: 1 }, left)).toBe('c')
  expect(next('b', { lastIndex: 1, preference: 'previous' }, left)).toBe('a')
})
