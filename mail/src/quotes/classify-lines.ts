import { countAttributionLines, startsQuote } from './attribution-lines.ts'
import { countHeaderLines } from './header-lines.ts'
import { isBlank, isHorizontalRule, type Line, type LineKind, nextNonBlank } from './line.ts'
import { isForwardMarker, isOriginalMarker } from './marker-lines.ts'
import { findSignatureStart, isDeviceLine } from './signature.ts'

export type ClassifiedLines = { kinds: LineKind[]; isForward: boolean }

/** A run of quoted lines, including the lines that introduce it. */
type QuoteRun = { start: number; end: number; hasIntroduction: boolean }

type Structure = {
  runs: QuoteRun[]
  /** Introductions at the top of the mail, with nothing above that could be the reply. */
  loneIntroductions: QuoteRun[]
  /** Start of unmarked history that continues to the end; the number of lines if there is none. */
  historyStart: number
  /** Start of a forwarded mail; the number of lines if there is none. */
  forwardStart: number
}

/**
 * Classifies every line as new text, quote or signature. This is the single rule set behind splitReply, foldText and
 * foldQuotes. When in doubt a line is visible: replies between quotes always, a forwarded mail always, and everything
 * if nothing else would be left to read.
 */
export function classifyLines(lines: readonly Line[]): ClassifiedLines {
  const { runs, loneIntroductions, historyStart, forwardStart } = findStructure(lines)
  const kinds: LineKind[] = lines.map(() => 'visible')
  const isForward = forwardStart < lines.length

  const hidden = [...loneIntroductions, ...selectHiddenRuns(lines, runs, historyStart)]
  if (historyStart < lines.length)
    hidden.push({ start: historyStart, end: lines.length, hasIntroduction: true })
  for (const run of hidden) kinds.fill('quote', run.start, run.end)
  for (const range of visibleRanges(kinds, Math.min(lines.length, forwardStart))) {
    kinds.fill('signature', findSignatureStart(lines, range.start, range.end), range.end)
  }
  if (!hasVisibleText(lines, kinds)) return { kinds: lines.map(() => 'visible'), isForward }
  return { kinds, isForward }
}

function findStructure(lines: readonly Line[]): Structure {
  const structure: Structure = {
    runs: [],
    loneIntroductions: [],
    historyStart: lines.length,
    forwardStart: lines.length,
  }
  let seenText = false
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]
    if (!line) break
    if (isForwardMarker(line)) {
      structure.forwardStart = Math.min(structure.forwardStart, i)
      return structure
    }
    const { introduction, quote, end } = findQuote(lines, i, line)
    if (quote) {
      structure.runs.push(quote)
      i = quote.end
    } else if (introduction) {
      // Headers inside a forwarded mail belong to it.
      const isForwarded = introduction.kind === 'header' && structure.forwardStart < i
      if (seenText && !isForwarded) {
        structure.historyStart = includeRulesAbove(lines, i)
        return structure
      }
      addTopIntroduction(structure, introduction, i)
      i += introduction.length
    } else {
      seenText ||= isReplyText(line)
      i = Math.max(end, i + 1)
    }
  }
  return structure
}

/** At the top there is no other text: "On … wrote:" is folded alone, and a header block means a forwarded mail. */
function addTopIntroduction(structure: Structure, { kind, length }: Introduction, start: number): void {
  if (kind === 'header') structure.forwardStart = Math.min(structure.forwardStart, start)
  else structure.loneIntroductions.push({ start, end: start + length, hasIntroduction: true })
}

function isReplyText(line: Line): boolean {
  return !isBlank(line) && !isHorizontalRule(line) && line.hint !== 'signature' && !isDeviceLine(line.text)
}

type FoundQuote = {
  introduction: Introduction | null
  /** Null if no quoted lines follow, or only a transcript. */
  quote: QuoteRun | null
  /** End of the quoted lines, transcript or not. */
  end: number
}

/** The quote that starts at `index`, with the lines that introduce it. */
function findQuote(lines: readonly Line[], index: number, line: Line): FoundQuote {
  const introduction = line.isQuoted ? null : findIntroduction(lines, index)
  const start = introduction ? nextNonBlank(lines, index + introduction.length) : index
  const end = introduction || line.isQuoted ? findQuoteEnd(lines, start) : index
  if (end <= start || isTranscript(lines, start, end)) return { introduction, quote: null, end }
  const quote = { start: includeRulesAbove(lines, index), end, hasIntroduction: introduction !== null }
  return { introduction, quote, end }
}

type Introduction = { length: number; kind: 'attribution' | 'header' }

/** The lines starting at `index` that introduce a quoted message: an attribution, a header block or a marker line. */
function findIntroduction(lines: readonly Line[], index: number): Introduction | null {
  const line = lines[index]
  if (!line || isBlank(line)) return null
  if (isOriginalMarker(line)) {
    const headerLength = nextNonBlank(lines, index + 1)
    return { length: headerLength - index + countHeaderLines(lines, headerLength), kind: 'header' }
  }
  const attribution = countAttributionLines(lines, index)
  if (attribution > 0) return { length: attribution, kind: 'attribution' }
  let hintedLength = 0
  while (lines[index + hintedLength]?.hint === 'header') hintedLength += 1
  const header = Math.max(hintedLength, countHeaderLines(lines, index))
  return header > 0 ? { length: header, kind: 'header' } : null
}

function findQuoteEnd(lines: readonly Line[], from: number): number {
  const first = lines[from]
  if (!first || !startsQuote(first)) return from
  // A quote that starts with "|" may continue with either prefix.
  const belongs = first.isQuoted ? (line: Line) => line.isQuoted : startsQuote
  let end = from + 1
  for (let i = end; i < lines.length; i += 1) {
    const line = lines[i]
    if (!line) break
    if (belongs(line)) {
      if (isForwardMarker(line)) break
      end = i + 1
    } else if (!isBlank(line) && !isRewrappedLine(lines, i)) break
  }
  return end
}

/** A ">>>" prompt or a mail server transcript: nobody quotes at the third level only. */
function isTranscript(lines: readonly Line[], from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const line = lines[i]
    if (line && !isBlank(line) && !/^\s*>>>(?:\s|$)/.test(line.text)) return false
  }
  return true
}

/** A quoted line that was re-wrapped in transit: its rest is unquoted between two quoted lines. */
function isRewrappedLine(lines: readonly Line[], index: number): boolean {
  const [above, line, below] = [lines[index - 1], lines[index], lines[index + 1]]
  if (!above?.isQuoted || !line || !below?.isQuoted || above.hint || line.hint) return false
  if (!/^\s*>/.test(above.text) || above.text.length < 65 || /[.?!:;]\s*$/.test(above.text)) return false
  return /^\p{Ll}/u.test(line.text) && line.text.length < 60
}

/** A horizontal rule above a header block belongs to it. */
function includeRulesAbove(lines: readonly Line[], index: number): number {
  let start = index
  for (let i = index - 1; i >= 0; i -= 1) {
    const line = lines[i]
    if (!line) break
    if (isHorizontalRule(line)) start = i
    else if (!isBlank(line)) break
  }
  return start
}

/**
 * Hides the last quote if nothing follows it. A quote with text below is hidden if it is the only one and introduced
 * ("On … wrote:", then the reply). Several quotes with replies between them are a dialogue and stay visible.
 */
function selectHiddenRuns(lines: readonly Line[], runs: readonly QuoteRun[], visibleEnd: number): QuoteRun[] {
  const last = runs.at(-1)
  if (!last) return []
  const trailing = !hasText(lines, last.end, visibleEnd)
  const between = trailing ? runs.slice(0, -1) : runs
  const hidden = trailing ? [last] : []
  const [only] = between
  if (between.length === 1 && only?.hasIntroduction) hidden.push(only)
  return hidden
}

function hasText(lines: readonly Line[], from: number, to: number): boolean {
  const end = findSignatureStart(lines, from, to)
  for (let i = from; i < end; i += 1) {
    const line = lines[i]
    if (line && !line.isQuoted && !isBlank(line) && !isHorizontalRule(line)) return true
  }
  return false
}

function visibleRanges(kinds: readonly LineKind[], to: number): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  for (let i = 0; i < to; i += 1) {
    if (kinds[i] !== 'visible') continue
    const start = i
    while (i < to && kinds[i] === 'visible') i += 1
    ranges.push({ start, end: i })
  }
  return ranges
}

function hasVisibleText(lines: readonly Line[], kinds: readonly LineKind[]): boolean {
  return lines.some((line, i) => kinds[i] === 'visible' && !isBlank(line) && !isHorizontalRule(line))
}
