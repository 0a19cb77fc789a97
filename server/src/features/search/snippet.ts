import type { Piece } from '@parley/contract/search/search'
import {
  fold,
  indexOfPhrase,
  matchesToken,
  type SearchToken,
  tokenise,
} from '@parley/contract/search/search-tokens'
import { foldText } from '@parley/mail/quotes/fold-quotes'
import type { TextTerm } from './criteria/resolve-criteria.ts'

type Span = { at: number; end: number }

const contextBefore = 60
const snippetLength = 220
/** A word beyond this is found, but not shown. */
const maxSearchedLength = 100_000

/** Whether phrases that are asked for stand in the text as they are, and those left out do not. */
export function matchesPhrases(text: string, terms: readonly TextTerm[]): boolean {
  const phrases = terms.filter(needsTextCheck)
  if (phrases.length === 0) return true
  const head = text.slice(0, maxSearchedLength)
  const folded = fold(head)
  return phrases.every((one) => {
    // Cutting a text into words takes ten times as long as seeing that the phrase cannot be in it.
    const mayContain = phrasePattern(one).test(folded)
    return (mayContain && indexOfPhrase([...tokenise(head)], one.words) >= 0) !== one.not
  })
}

const phrasePattern = ({ words }: TextTerm) =>
  new RegExp(words.map(({ text }) => text).join('[^\\p{L}\\p{N}]*'), 'u')

/** Whether the words say less than was asked, so that the text itself must be looked at. */
export const needsTextCheck = ({ words, phrase }: TextTerm): boolean =>
  phrase || words.some((word) => word.unsegmented && word.text.length > 2)

/** The whole text with its hits marked. */
export function markHits(text: string, terms: readonly TextTerm[]): Piece[] {
  const words = [...tokenise(text)]
  const hits = mergeSpans([...phraseHits(words, terms), ...wordHits(words, terms)])
  return splitAtHits(text, hits, { at: 0, end: text.length })
}

/** One line of the text around the first hit: of what was written now, and of the mails quoted below it only when the hit is there. */
export function makeSnippet(fullText: string, terms: readonly TextTerm[]): Piece[] {
  const head = fullText.slice(0, maxSearchedLength)
  const hits = firstHits(head, terms)
  const first = hits[0]?.at ?? 0
  const own = unquotedLength(head)
  const text = first < own ? fullText.slice(0, own).trimEnd() : fullText
  const at = first <= contextBefore ? 0 : startOfWord(head, first - contextBefore)
  const end = at + snippetLength >= text.length ? text.length : endOfWord(text, at + snippetLength)
  const pieces = splitAtHits(text, hits, { at, end }).map((piece) => ({
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
function unquotedLength(text: string): number {
  const { segments } = foldText(text)
  const quote = segments.findIndex(({ kind }) => kind === 'quote')
  const unquoted = quote < 0 ? segments : segments.slice(0, quote)
  return unquoted.reduce((length, segment) => length + segment.text.length, 0)
}

const startOfWord = (text: string, near: number) => {
  const gap = text.slice(near, near + contextBefore).search(/\s/)
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
function firstHits(text: string, terms: readonly TextTerm[]): Span[] {
  const words: SearchToken[] = []
  let hits: Span[] = []
  for (let at = 0; at < text.length; ) {
    const end = nextGap(text, at + Math.max(chunkSize, at))
    const chunk = [...tokenise(text.slice(at, end))]
    for (const word of chunk) {
      word.start += at
      words.push(word)
    }
    hits = mergeSpans([...hits, ...wordHits(chunk, terms), ...phraseHits(words, terms)])
    if (hits[0] && hits[0].at + maxReach <= end) break
    at = end
  }
  return hits
}

const chunkSize = 400
/** No line reaches further behind its first hit. */
const maxReach = snippetLength + 30

/** Where no word is cut in two. */
function nextGap(text: string, near: number): number {
  const gap = text.slice(near).search(/\s/)
  return gap < 0 ? text.length : near + gap
}

function wordHits(words: readonly SearchToken[], terms: readonly TextTerm[]): Span[] {
  const wordTerms = terms.filter(({ not, phrase }) => !not && !phrase)
  return wordTerms.length === 0 ? [] : words.flatMap((word) => spansOf(word, wordTerms))
}

function phraseHits(words: readonly SearchToken[], terms: readonly TextTerm[]): Span[] {
  const phraseTerms = terms.filter(({ not, phrase }) => !not && phrase)
  return phraseTerms.flatMap(({ words: phrase }) => {
    const at = indexOfPhrase(words, phrase)
    const [first, last] = [words[at], words[at + phrase.length - 1]]
    return first && last ? [{ at: first.start, end: last.start + last.length }] : []
  })
}

function spansOf(word: SearchToken, asked: readonly TextTerm[]): Span[] {
  for (const { words } of asked) {
    const one = words.find((asked) => matchesToken(word, asked))
    if (!one) continue
    const inside = one.unsegmented ? word.text.indexOf(one.text) : 0
    // Folding keeps the length of runs without spaces, except for rare forms; then the whole run is marked.
    const exact = one.unsegmented && word.text.length === word.length
    return [
      exact
        ? { at: word.start + inside, end: word.start + inside + one.text.length }
        : { at: word.start, end: word.start + word.length },
    ]
  }
  return []
}

function mergeSpans(spans: Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a.at - b.at)
  const result: Span[] = []
  for (const span of sorted) {
    const last = result.at(-1)
    if (last && span.at < last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

function splitAtHits(text: string, hits: readonly Span[], { at, end }: Span): Piece[] {
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
