import type { Piece } from '@parley/contract/search/search'
import {
  fold,
  indexOfPhrase,
  matchesToken,
  type SearchToken,
  stemOf,
  tokenise,
} from '@parley/contract/search/search-tokens'
import { foldText } from '@parley/mail/quotes/fold-quotes'
import type { TextTerm } from './criteria/resolve-criteria.ts'

type Span = { at: number; end: number }

const contextBefore = 60
const snippetLength = 220
/** A word beyond this position is found but not shown. */
const maxSearchedLength = 100_000

/** Whether required phrases occur in the text exactly, or in a file, and excluded ones do not. */
export function matchesPhrases(
  text: string,
  terms: readonly TextTerm[],
  inFiles: ReadonlySet<TextTerm> = new Set(),
): boolean {
  return terms
    .filter(needsTextCheck)
    .every((one) => (inFiles.has(one) || containsPhrase(text, one.words)) !== one.not)
}

/** Whether the words occur in the text next to each other, exactly. */
export function containsPhrase(text: string, words: readonly SearchToken[]): boolean {
  const head = text.slice(0, maxSearchedLength)
  const folded = fold(head)
  // Splitting a text into words takes ten times as long as finding the places where they may be with a pattern.
  for (const match of folded.matchAll(phrasePattern(words))) {
    const start = folded.lastIndexOf(' ', match.index) + 1
    const end = folded.indexOf(' ', match.index + match[0].length)
    // Folding twice changes nothing.
    const tokens = [...tokenise(folded.slice(start, end < 0 ? undefined : end))]
    if (indexOfPhrase(tokens, words) >= 0) return true
  }
  return false
}

const phrasePattern = (words: readonly SearchToken[]) =>
  new RegExp(words.map(({ text }) => text).join('[^\\p{L}\\p{N}]*'), 'gu')

/** Whether the index keys match more than was asked, so that the text must be checked. */
export const needsTextCheck = ({ words, phrase }: TextTerm): boolean =>
  phrase || words.some((word) => word.unsegmented && word.text.length > 2)

/** The whole text with its hits marked. */
export function markHits(text: string, terms: readonly TextTerm[]): Piece[] {
  const words = [...tokenise(text)]
  const hits = mergeSpans([...phraseHits(words, terms), ...wordHits(words, terms)])
  return splitAtHits(text, hits, { at: 0, end: text.length })
}

/**
 * One line of the text around the first hit. Prefers the new text; quoted emails below it are used only if the hit is
 * there.
 */
export function makeSnippet(fullText: string, terms: readonly TextTerm[]): Piece[] {
  const head = fullText.slice(0, maxSearchedLength)
  const hits = firstHits(head, terms)
  const unquoted = unquotedLength(head)
  const text = (hits[0]?.at ?? 0) < unquoted ? fullText.slice(0, unquoted).trimEnd() : fullText
  return cutAround(text, hits)
}

/** One line of a file's text around the first hit; empty without one. */
export function makeExcerpt(text: string, terms: readonly TextTerm[]): Piece[] {
  const start = Math.max(0, text.search(hitPattern(terms)))
  const hits = firstHits(text.slice(start), terms).map(({ at, end }) => ({
    at: at + start,
    end: end + start,
  }))
  // The pattern knows nothing of accents.
  const allHits = hits.length === 0 && start > 0 ? firstHits(text, terms) : hits
  return allHits.length === 0 ? [] : cutAround(text, allHits)
}

/** Where a hit may be: a file's text is so long that it isn't split into words from the start. */
function hitPattern(terms: readonly TextTerm[]): RegExp {
  const patterns = terms
    .filter(({ not }) => !not)
    .flatMap(({ words, phrase }) =>
      phrase ? [phrasePattern(words).source] : words.map(({ text }) => stemOf(text)),
    )
  return new RegExp(`(?:^|[^\\p{L}\\p{N}]|(?=${unsegmentedLetter}))(?:${patterns.join('|')})`, 'iu')
}
const unsegmentedLetter = '[\\p{Lo}]'

function cutAround(text: string, hits: readonly Span[]): Piece[] {
  const first = hits[0]?.at ?? 0
  const at = first <= contextBefore ? 0 : startOfWord(text, first - contextBefore)
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

/** The length of the text before the quoted email, which is stored below it. */
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
 * The first hit and those shown with it. Most emails have one near the start, and splitting a long email into words
 * takes longer than everything else, so it is split in chunks, each as long as everything before it.
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
/** A line extends no further than this past its first hit. */
const maxReach = snippetLength + 30

/** The next position between two words. */
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

function spansOf(word: SearchToken, terms: readonly TextTerm[]): Span[] {
  for (const { words } of terms) {
    const one = words.find((token) => matchesToken(word, token))
    if (!one) continue
    const offset = one.unsegmented ? word.text.indexOf(one.text) : 0
    // Folding keeps the length of text without spaces, except for rare forms. Then the whole run is marked.
    const exact = one.unsegmented && word.text.length === word.length
    return [
      exact
        ? { at: word.start + offset, end: word.start + offset + one.text.length }
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
