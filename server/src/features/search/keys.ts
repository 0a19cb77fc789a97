import { shortestStem, stemOf, type Word, wordsOf } from '@parley/contract/search-text'

/**
 * What the index holds: each word, person and hour as one 32-bit number. Words are hashes (two words sharing one: 1 in 2,000 million per
 * pair; such a hit is shown without a mark), everything else is exact and negative.
 */
export type Keys = Set<number>

type Field = 'text' | 'from' | 'to'

/** FNV-1a over UTF-16 units, 31 bits: a few nanoseconds a letter, and the same on every machine. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let n = 0; n < text.length; n++) state = Math.imul(state ^ text.charCodeAt(n), 0x01000193)
  // FNV's last letters barely reach the upper bits.
  state ^= state >>> 15
  return Math.imul(state, 0x2c1b3c6d) >>> 1
}

const wordKey = (field: Field, kind: 'word' | 'stem' | 'pair', text: string) =>
  hash(`${field} ${kind} ${text}`)

/** Lengths of the beginnings that are kept; `stemOf` cuts to one of them. */
const stemLengths = [5, 6, 8]
/** A body beyond this is somebody's log file. */
const longestText = 100_000

/** Adds all that the words of a text are found by. */
export function addText(keys: Keys, field: Field, text: string): void {
  const seen = new Set<string>()
  for (const word of wordsOf(text.slice(0, longestText))) {
    if (seen.has(word.text)) continue
    seen.add(word.text)
    if (word.unspaced) {
      for (const part of partsOf(word.text)) keys.add(wordKey(field, 'pair', part))
      for (const one of word.text) keys.add(wordKey(field, 'pair', one))
    } else if (word.text.length < shortestStem || /\d/.test(word.text))
      keys.add(wordKey(field, 'word', word.text.slice(0, 100)))
    else
      for (const length of stemLengths)
        if (word.text.length >= length) keys.add(wordKey(field, 'stem', word.text.slice(0, length)))
  }
}

/** What must be there, all of it, when the word is in the text. */
export function keysOfWord(word: Word, field: Field = 'text'): number[] {
  if (word.unspaced) return partsOf(word.text).map((part) => wordKey(field, 'pair', part))
  const stem = stemOf(word.text)
  const isWhole = stem.length < shortestStem || /\d/.test(stem)
  return [wordKey(field, isWhole ? 'word' : 'stem', stem.slice(0, 100))]
}

/** Neighbouring characters two by two; a single one by itself. */
function partsOf(run: string): string[] {
  const characters = [...run]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, n) => `${characters[n]}${character}`)
}

const numbered = (kind: 0 | 1 | 3, n: number) => -(n * 4 + kind)

/** Who wrote a message, or whose conversation it is; triggers in 0002_search.sql rely on the number. */
export const personKey = (id: number): number => numbered(0, id)
export const attachmentKey = numbered(1, 1)

const hour = 3_600_000
const day = 24 * hour
const dayBeyond = 1 << 24
const monthBeyond = 1 << 25
const monthOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth()

export function addTime(keys: Keys, at: Date): void {
  const ms = Math.max(0, at.getTime())
  keys.add(numbered(3, Math.floor(ms / hour)))
  keys.add(numbered(3, dayBeyond + Math.floor(ms / day)))
  keys.add(numbered(3, monthBeyond + monthOf(at)))
}

/** The fewest months, days and hours that cover everything from the hour of `from` to `until`. */
export function timeKeys(from: Date, until: Date): number[] {
  const keys: number[] = []
  let at = Math.floor(Math.max(0, from.getTime()) / hour) * hour
  while (at < until.getTime()) {
    const date = new Date(at)
    const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
    if (at === Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) && next <= until.getTime() + 3 * day) {
      keys.push(numbered(3, monthBeyond + monthOf(date)))
      at = next
    } else if (at % day === 0 && at + hour < until.getTime()) {
      keys.push(numbered(3, dayBeyond + at / day))
      at += day
    } else {
      keys.push(numbered(3, at / hour))
      at += hour
    }
  }
  return keys
}
