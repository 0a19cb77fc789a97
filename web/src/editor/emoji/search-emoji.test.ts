import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { categories, categoryOf } from './emoji-categories.ts'
import { searchEmoji } from './search-emoji.ts'

const data: { emoji: string; label: string; tags?: string[]; group?: number }[] = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('emojibase-data/en/data.json'), 'utf8'),
)
const all = data.flatMap(({ emoji, label, tags = [], group }) => {
  const category = categoryOf(group)
  return category === null ? [] : [{ emoji, label, tags, category, version: 1 }]
})
const search = (query: string, recent: string[] = []) =>
  searchEmoji(all, query, recent).map(({ emoji }) => emoji)

test('there are 9 groups including recent emoji, and each of the other 8 has a category', () => {
  expect(categories.length + 1).toBe(9)
  expect(new Set(all.map(({ category }) => category)).size).toBe(8)
  expect(categoryOf(2), 'skin tones by themselves').toBeNull()
  expect(categoryOf(undefined)).toBeNull()
})

test('the categories are in the order of the specification', () => {
  const first = (label: string) => all.find((one) => one.label === label)?.category
  const order = [
    'grinning face',
    'waving hand',
    'monkey face',
    'grapes',
    'jack-o-lantern',
    'globe showing Europe-Africa',
    'muted speaker',
    'ATM sign',
    'chequered flag',
  ]
  expect(order.map(first)).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7])
})

test('a match at the start of the name ranks before a later word, and that before a keyword', () => {
  expect(search('party_pop')[0]).toBe('🎉')
  expect(search('tada')).toContain('🎉')
  expect(search('heart').length).toBe(8)
  expect(search('zzzz')).toEqual([])
})

test('of equal matches the recently used one comes first', () => {
  const [first, second = ''] = search('smil')
  expect(search('smil', [second])[0]).toBe(second)
  expect(first).not.toBe(second)
})
