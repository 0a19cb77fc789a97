import type { Piece } from '@parley/contract/search'
import { answers, fold, phraseAt, type Word, wordsOf } from '@parley/contract/search-text'
import { foldText } from '@parley/mail/fold'
import type { Wanted } from './read-query.ts'

type Span = { at: number; end: number }

const before = 60
const length = 220
/** A word beyond this is found, but not shown. */
const longest = 100_000

/** Whether phrases that are asked for stand in the text as they are, and those left out do not. */
export function holdsPhrases(text: string, wanted: readonly Wanted[]): boolean {
  const phrases = wanted.filter(isPhrase)
  if (phrases.length === 0) return true
  const head = text.slice(0, longest)
  const folded = fold(head)
  return phrases.every((one) => {
    // Cutting a text into words takes ten times as long as seeing that the phrase cannot be in it.
    const may = roughly(one).test(folded)
    return (may && phraseAt([...wordsOf(head)], one.words) >= 0) !== one.not
  })
}

const roughly = ({ words }: Wanted) => new RegExp(words.map(({ text }) => text).join('[^\\p{L}\\p{N}]*'), 'u')

/** Whether the words say less than was asked, so that the text itself must be looked at. */
export const isPhrase = ({ words, phrase }: Wanted): boolean =>
  phrase || words.some((word) => word.unspaced && word.text.length > 2)

/** The whole text with its hits marked. */
export function marked(text: string, wanted: readonly Wanted[]): Piece[] {
  const words = [...wordsOf(text)]
  const hits = joined([...phraseHits(words, wanted), ...wordHits(words, wanted)])
  return cut(text, hits, { at: 0, end: text.length })
}

/** One line of the text around the first hit: of what was written now, and of the mails quoted below it only when the hit is there. */
export function snippet(whole: string, wanted: readonly Wanted[]): Piece[] {
  const head = whole.slice(0, longest)
  const hits = firstHits(head, wanted)
  const first = hits[0]?.at ?? 0
  const own = ownLength(head)
  const text = first < own ? whole.slice(0, own).trimEnd() : whole
  const at = first <= before ? 0 : startOfWord(head, first - before)
  const end = at + length >= text.length ? text.length : endOfWord(text, at + length)
  const pieces = cut(text, hits, { at, end }).map((piece) => ({
    ...piece,
    text: piece.text.replace(/\s+/g, ' '),
  }))
  return [
    ...(at > 0 ? [{ text: '… ', hit: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: ' …', hit: false }] : []),
  ]
}

/** How much of a text comes before what it quotes: that stands below, as it was stored. */
function ownLength(text: string): number {
  const { segments } = foldText(text)
  const quote = segments.findIndex(({ kind }) => kind === 'quote')
  const own = quote < 0 ? segments : segments.slice(0, quote)
  return own.reduce((length, segment) => length + segment.text.length, 0)
}

const startOfWord = (text: string, near: number) => {
  const gap = text.slice(near, near + before).search(/\s/)
  return gap < 0 ? near : near + gap + 1
}
const endOfWord = (text: string, near: number) => {
  const gap = text.slice(near - 30, near).search(/\s\S*$/)
  return gap < 0 ? near : near - 30 + gap
}

/**
 * The first hit and those that are shown with it. Most mails have one near their beginning, and cutting all of a long one into words takes
 * longer than everything else: they are cut in portions, each as long as all before it.
 */
function firstHits(text: string, wanted: readonly Wanted[]): Span[] {
  const words: Word[] = []
  let hits: Span[] = []
  for (let at = 0; at < text.length; ) {
    const end = nextGap(text, at + Math.max(portion, at))
    const some = [...wordsOf(text.slice(at, end))]
    for (const word of some) {
      word.at += at
      words.push(word)
    }
    hits = joined([...hits, ...wordHits(some, wanted), ...phraseHits(words, wanted)])
    if (hits[0] && hits[0].at + shown <= end) break
    at = end
  }
  return hits
}

const portion = 400
/** No line reaches further behind its first hit. */
const shown = length + 30

/** Where no word is cut in two. */
function nextGap(text: string, near: number): number {
  const gap = text.slice(near).search(/\s/)
  return gap < 0 ? text.length : near + gap
}

function wordHits(words: readonly Word[], wanted: readonly Wanted[]): Span[] {
  const asked = wanted.filter(({ not, phrase }) => !not && !phrase)
  return asked.length === 0 ? [] : words.flatMap((word) => spansOf(word, asked))
}

function phraseHits(words: readonly Word[], wanted: readonly Wanted[]): Span[] {
  const asked = wanted.filter(({ not, phrase }) => !not && phrase)
  return asked.flatMap(({ words: phrase }) => {
    const at = phraseAt(words, phrase)
    const [first, last] = [words[at], words[at + phrase.length - 1]]
    return first && last ? [{ at: first.at, end: last.at + last.length }] : []
  })
}

function spansOf(word: Word, asked: readonly Wanted[]): Span[] {
  for (const { words } of asked) {
    const one = words.find((asked) => answers(word, asked))
    if (!one) continue
    const inside = one.unspaced ? word.text.indexOf(one.text) : 0
    // Folding keeps the length of runs without spaces, except for rare forms; then the whole run is marked.
    const exact = one.unspaced && word.text.length === word.length
    return [
      exact
        ? { at: word.at + inside, end: word.at + inside + one.text.length }
        : { at: word.at, end: word.at + word.length },
    ]
  }
  return []
}

function joined(spans: Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a.at - b.at)
  const result: Span[] = []
  for (const span of sorted) {
    const last = result.at(-1)
    if (last && span.at < last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

function cut(text: string, hits: readonly Span[], { at, end }: Span): Piece[] {
  const pieces: Piece[] = []
  let from = at
  for (const hit of hits) {
    if (hit.at < from || hit.end > end) continue
    if (hit.at > from) pieces.push({ text: text.slice(from, hit.at), hit: false })
    pieces.push({ text: text.slice(hit.at, hit.end), hit: true })
    from = hit.end
  }
  if (from < end) pieces.push({ text: text.slice(from, end), hit: false })
  return pieces
}
