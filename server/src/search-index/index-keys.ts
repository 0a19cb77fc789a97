import { minPrefixLength, type SearchToken, stemOf, tokenise } from '@parley/contract/search/search-tokens'

/**
 * The contents of the index: each word, person and hour as one 32-bit number. Words are hashes (a pair of words
 * collides with probability 1 in 2,000 million; such a hit is shown without a mark). Everything else is exact and
 * negative.
 */
export type IndexKeys = Set<number>

type Field = 'text' | 'from' | 'to'

// FNV-1a over UTF-16 units, 31 bits: one nanosecond per letter and the same on every machine.
const fnvStep = (state: number, unit: number) => Math.imul(state ^ unit, 0x01000193)
/** Final mixing: the last letters hardly affect the upper bits of FNV. */
const fnvFinish = (state: number) => Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 1
function fnvHash(state: number, text: string): number {
  let next = state
  for (let n = 0; n < text.length; n++) next = fnvStep(next, text.charCodeAt(n))
  return next
}

const fieldSeeds = Object.fromEntries(
  (['text', 'from', 'to'] as const).flatMap((field) =>
    (['word', 'stem', 'pair'] as const).map((kind) => [
      `${field} ${kind}`,
      fnvHash(0x811c9dc5, `${field} ${kind} `),
    ]),
  ),
)
const fieldSeed = (field: Field, kind: 'word' | 'stem' | 'pair') => fieldSeeds[`${field} ${kind}`] ?? 0
const wordKey = (field: Field, kind: 'word' | 'stem' | 'pair', text: string) =>
  fnvFinish(fnvHash(fieldSeed(field, kind), text))

/** Adds the prefixes of 5, 6 and 8 letters; `stemOf` cuts a word to one of them. */
function addStems(keys: IndexKeys, seed: number, word: string): void {
  let state = seed
  for (let n = 0; n < 8 && n < word.length; n++) {
    state = fnvStep(state, word.charCodeAt(n))
    if (n === 4 || n === 5 || n === 7) keys.add(fnvFinish(state))
  }
}

/** A body longer than this is a log file. */
export const maxTextLength = 100_000

/** Adds every key by which the words of a text can be found. */
export function addText(keys: IndexKeys, field: Field, text: string): void {
  const seen = new Set<string>()
  for (const word of tokenise(text.slice(0, maxTextLength))) {
    if (seen.has(word.text)) continue
    seen.add(word.text)
    if (word.unsegmented) {
      for (const part of bigramsOf(word.text)) keys.add(wordKey(field, 'pair', part))
      for (const one of word.text) keys.add(wordKey(field, 'pair', one))
    } else if (word.text.length < minPrefixLength || /\d/.test(word.text))
      keys.add(wordKey(field, 'word', word.text.slice(0, 100)))
    else addStems(keys, fieldSeed(field, 'stem'), word.text)
  }
}

/** The keys that must all be present if the text contains the word. */
export function keysOfWord(word: SearchToken, field: Field = 'text'): number[] {
  if (word.unsegmented) return bigramsOf(word.text).map((part) => wordKey(field, 'pair', part))
  const stem = stemOf(word.text)
  const isWhole = stem.length < minPrefixLength || /\d/.test(stem)
  return [wordKey(field, isWhole ? 'word' : 'stem', stem.slice(0, 100))]
}

/** Pairs of adjacent characters; a single character is kept alone. */
function bigramsOf(run: string): string[] {
  const characters = [...run]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, n) => `${characters[n]}${character}`)
}

const exactKey = (kind: 0 | 1 | 3, n: number) => -(n * 4 + kind)

/** The sender of a message, or the contact of a conversation. Triggers in 0002_search.sql rely on this number. */
export const personKey = (id: number): number => exactKey(0, id)
export const attachmentKey = exactKey(1, 1)

const hour = 3_600_000
const day = 24 * hour
const dayOffset = 1 << 24
const monthOffset = 1 << 25
const monthOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth()

export function addTime(keys: IndexKeys, at: Date): void {
  const ms = Math.max(0, at.getTime())
  keys.add(exactKey(3, Math.floor(ms / hour)))
  keys.add(exactKey(3, dayOffset + Math.floor(ms / day)))
  keys.add(exactKey(3, monthOffset + monthOf(at)))
}

/** The fewest months, days and hours that cover everything from the hour of `from` to `until`. */
export function timeKeys(from: Date, until: Date): number[] {
  const keys: number[] = []
  let at = Math.floor(Math.max(0, from.getTime()) / hour) * hour
  while (at < until.getTime()) {
    const date = new Date(at)
    const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
    if (at === Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) && next <= until.getTime() + 3 * day) {
      keys.push(exactKey(3, monthOffset + monthOf(date)))
      at = next
    } else if (at % day === 0 && at + hour < until.getTime()) {
      keys.push(exactKey(3, dayOffset + at / day))
      at += day
    } else {
      keys.push(exactKey(3, at / hour))
      at += hour
    }
  }
  return keys
}
