import { headOf, isBlank, type Line, nextNonBlank, normaliseHead, phrasePattern } from './line.ts'
import { onPhrases, wrotePhrases, wrotePhrasesUnspaced } from './phrases.ts'

/** Attributions wrap over at most this many lines ("On …,", a long name, "<", an address, "> wrote:"). */
const maxLines = 5
const maxLength = 400

const wrotePattern = phrasePattern(wrotePhrases)
const wroteUnspacedPattern = phrasePattern(wrotePhrasesUnspaced, false)
const onPattern = new RegExp(`^[-*_"'\\s\\[(]*(?:${onPhrases.join('|')})(?![\\p{L}])`, 'u')

const addressPattern = /[^\s<>()"',;:@]@[^\s<>@]/
// Neither may be part of something longer: "192.0.2.15" is not a date, "1.25.30" is not a time.
const timePattern =
  /(?<![\d.:])\d{1,2}[:.h]\d{2}(?!\d|\.\d)|\d{1,2} ?[ap]\.?m\b|(?<!\d)\d{1,2}:\d{2}:\d{2}|[時时點点시] ?\d|\d ?[時时點点시분分]/u
const datePattern =
  /(?<![\d.])(?:19|20)\d{2}(?!\d)|(?<![\d.])\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?!\d|\.\d)|\d{1,2}[./-]\p{L}{3,9}\.?[./-]\d{2}|\d ?[年년]|(?<![\d.])\d{1,2}\.? \p{L}{3,}/u

/**
 * The number of lines starting at `index` that form "On DATE, NAME wrote:", in any language and order, or 0. It matters
 * what follows: "Anna wrote:" introduces a quote below it, but above prose it is prose.
 */
export function countAttributionLines(lines: readonly Line[], index: number): number {
  const hinted = countHintedLines(lines, index)
  if (hinted > 0) return hinted
  const first = lines[index]
  if (!first || first.text.length > maxLength) return 0

  if (isAttribution(headOf(first), lines, index + 1)) return 1
  return mayWrap(headOf(first)) ? countWrappedLines(lines, index, first) : 0
}

function countWrappedLines(lines: readonly Line[], index: number, first: Line): number {
  let joined = first.text
  for (let count = 2; count <= maxLines; count += 1) {
    const line = lines[index + count - 1]
    if (!line || (line.isQuoted !== first.isQuoted && !closesBracket(joined, line.text))) return 0
    if (isBlank(line)) {
      // Some clients break before the address: "On … NAME", an empty line, "<", "mailto:…", "> wrote:".
      if (!lines[index + count]?.text.trimStart().startsWith('<')) return 0
      continue
    }
    joined += ` ${line.text}`
    if (startsAttribution(headOf(line)) || joined.length > maxLength) return 0
    if (isAttribution(normaliseHead(joined), lines, index + count)) return count
  }
  return 0
}

/** "<", an address and ">:" on three lines: the last one only looks quoted. */
function closesBracket(joined: string, text: string): boolean {
  return /^\s*>\s?\p{L}{0,30}\s?[:：]?\s*$/u.test(text) && joined.split('<').length > joined.split('>').length
}

/** The first of several lines contains the date, the address or its opening bracket. */
function mayWrap(head: string): boolean {
  return startsLikeAttribution(head) || addressPattern.test(head) || /[<("]$/.test(head)
}

function startsAttribution(head: string): boolean {
  return onPattern.test(head) && datePattern.test(head)
}

function isAttribution(written: string, lines: readonly Line[], after: number): boolean {
  // Some clients escape the address for HTML and send it as text.
  const head = written.replace(/&[lg]t;/g, ' ')
  const ended = /[:：]["'*_\s]*$/.test(head) || /[^-]-{2,}$/.test(head)
  const quoteFollows = startsQuote(lines[nextNonBlank(lines, after)])
  // Searching the verbs of all languages is slow, and nearly every line ends in something else.
  const verb =
    ended || mayEndWithVerb(head) ? (wrotePattern.exec(head) ?? wroteUnspacedPattern.exec(head)) : null
  const endsWithVerb = verb !== null && /^[^\p{L}]*$/u.test(head.slice(verb.index + verb[0].length))

  if (!ended && !endsWithVerb) return quoteFollows && isBareAttribution(head)
  if (quoteFollows && ended && head.length <= 250) return verb !== null || isDated(head)
  if (verb) return isVerbalAttribution(head, verb.index, { ended, endsWithVerb })
  return isDated(head) && timePattern.test(head) && addressPattern.test(head) && startsLikeAttribution(head)
}

/** "2013/7/20 NAME <address>" with nothing after it: an attribution only if a quote follows. */
function isBareAttribution(head: string): boolean {
  return /^\d/.test(head) && head.endsWith('>') && datePattern.test(head) && addressPattern.test(head)
}

/** A date, and with it an address or a time. */
function isDated(head: string): boolean {
  return datePattern.test(head) && (addressPattern.test(head) || timePattern.test(head))
}

/** "On DATE, NAME <address> wrote:", without a quote below it that would prove it. */
function isVerbalAttribution(
  head: string,
  verbAt: number,
  { ended, endsWithVerb }: { ended: boolean; endsWithVerb: boolean },
): boolean {
  const hasDate = datePattern.test(head)
  const hasTime = timePattern.test(head)
  if (addressPattern.test(head)) {
    if (hasDate || hasTime) return startsLikeAttribution(head) || ended
    // Clients write "NAME <address> wrote:"; "anna@example.com wrote:" may be written by a person.
    return endsWithVerb && /^[^<]{0,60}<[^<>]+> /.test(head)
  }
  if (/^-{2,}.*\p{L}.*-{2,}$/u.test(head)) return true
  if (!hasDate && !hasTime) return false
  return startsLikeAttribution(head) && (hasTime || countNameWords(head, verbAt) <= 4)
}

/** Cheap check whether the last word can be a verb. No false negatives. */
function mayEndWithVerb(head: string): boolean {
  const last = lastLetters(head)
  return verbEndings.has(last) || verbEndingsUnspaced.some((ending) => last.endsWith(ending))
}

const verbEndings = new Set(wrotePhrases.map(lastLetters))
const verbEndingsUnspaced = wrotePhrasesUnspaced.map(lastLetters)

/** The last run of letters. */
function lastLetters(text: string): string {
  const isLetterAt = (index: number) => /\p{L}/u.test(text[index] ?? '')
  let end = text.length
  while (end > 0 && !isLetterAt(end - 1)) end -= 1
  let start = end
  while (start > 0 && isLetterAt(start - 1)) start -= 1
  return text.slice(start, end)
}

export function startsQuote(line: Line | undefined): boolean {
  return line !== undefined && (line.isQuoted || /^\s{0,3}\|(?:\s|$)/.test(line.text))
}

function countHintedLines(lines: readonly Line[], index: number): number {
  let count = 0
  while (lines[index + count]?.hint === 'attribution') count += 1
  return count
}

/** "On …", "12.05.2024 …", "Mon, 5 May …", "ср, 30 апр. …": a date near the start. */
function startsLikeAttribution(head: string): boolean {
  return onPattern.test(head) || /^[-*_"'\s[(]*(?:[^\s]{1,14}\s){0,3}[^\s\d]{0,4}\d/u.test(head)
}

/** Without time or address, a date may be prose: "On Thu, Mar 3, 2016 I went to my writing club and wrote:". */
function countNameWords(head: string, verbAt: number): number {
  const digits = /\d(?=[^\d]*$)/.exec(head.slice(0, verbAt))
  const name = head.slice(digits ? digits.index + 1 : 0, verbAt)
  return name.split(/[\s,]+/).filter(Boolean).length
}

/**
 * Position where an attribution starts on the same line as the reply ("Thanks! On … wrote:"), or 0. Only the full
 * form counts: date, time, address and the verb at the end.
 */
export function findAttributionInLine(text: string): number {
  if (text.length > maxLength || !/[:：]\s*$/.test(text)) return 0
  const starts = /(?:^|[\s\p{L}.!?])(-{2,} ?)?(On|Am|Le|El|Il|Op|Den|Em) (?=[^:]{0,40}\d)/gu
  let position = 0
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const index = match.index + match[0].length - (match[1]?.length ?? 0) - (match[2]?.length ?? 0) - 1
    if (index > 0 && isFullAttribution(text.slice(index))) position = index
  }
  return position
}

function isFullAttribution(text: string): boolean {
  const head = normaliseHead(text)
  return (
    wrotePattern.test(head) && timePattern.test(head) && datePattern.test(head) && addressPattern.test(head)
  )
}
