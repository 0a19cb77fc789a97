import { countAttributionLines, startsQuote } from './attribution-lines.ts'
import { countHeaderLines } from './header-lines.ts'
import { isBlank, isHorizontalRule, type Line, type LineKind, nextNonBlank } from './line.ts'
import { isForwardMarker, isOriginalMarker } from './marker-lines.ts'
import { findSignatureStart, isDeviceLine } from './signature.ts'

export type ClassifiedLines = { kinds: LineKind[]; isForward: boolean }

/** A stretch of quoted lines, with the lines that introduce it. */
type QuoteRun = { start: number; end: number; hasIntroduction: boolean }

type Structure = {
  runs: QuoteRun[]
  /** Introductions at the top of the mail, with nothing above them that could be the reply. */
  loneIntroductions: QuoteRun[]
  /** Where unmarked history begins that reaches to the end; the number of lines when there is none. */
  historyStart: number
  /** Where a mail that is passed on begins; the number of lines when there is none. */
  forwardStart: number
}

/**
 * Says of every line whether the sender wrote it now, quoted it, or signs with it. The one rule set behind
 * splitReply, foldText and foldQuotes. When in doubt a line is visible: answers between quotes always, a
 * forwarded mail always, and everything when nothing else would be left to read.
 */
export function classifyLines(lines: readonly Line[]): ClassifiedLines {
  const { runs, loneIntroductions: lone, historyStart: tail, forwardStart: forwardAt } = findStructure(lines)
  const kinds: LineKind[] = lines.map(() => 'visible')
  const forward = forwardAt < lines.length

  const hidden = [...lone, ...selectHiddenRuns(lines, runs, tail)]
  if (tail < lines.length) hidden.push({ start: tail, end: lines.length, hasIntroduction: true })
  for (const run of hidden) kinds.fill('quote', run.start, run.end)
  for (const own of visibleRanges(kinds, Math.min(lines.length, forwardAt))) {
    kinds.fill('signature', findSignatureStart(lines, own.start, own.end), own.end)
  }
  if (!hasVisibleText(lines, kinds)) return { kinds: lines.map(() => 'visible'), isForward: forward }
  return { kinds, isForward: forward }
}

function findStructure(lines: readonly Line[]): Structure {
  const found: Structure = {
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
      found.forwardStart = Math.min(found.forwardStart, i)
      return found
    }
    const introduction = line.isQuoted ? null : findIntroduction(lines, i)
    const length = introduction?.length ?? 0
    const quote = length > 0 ? nextNonBlank(lines, i + length) : i
    const end = length > 0 || line.isQuoted ? findQuoteEnd(lines, quote) : i

    if (end > quote && !isTranscript(lines, quote, end)) {
      found.runs.push({ start: includeRulesAbove(lines, i), end, hasIntroduction: length > 0 })
      i = end
    } else if (length > 0) {
      const isHeader = introduction?.kind === 'header'
      // Headers below the header of a mail that is passed on belong to it.
      if (seenText && !(isHeader && found.forwardStart < i)) {
        found.historyStart = includeRulesAbove(lines, i)
        return found
      }
      // At the top there is nothing else to read: "On … wrote:" folds alone, and a header says that a mail is passed on.
      if (!isHeader) found.loneIntroductions.push({ start: i, end: i + length, hasIntroduction: true })
      else found.forwardStart = Math.min(found.forwardStart, i)
      i += length
    } else {
      seenText ||=
        !isBlank(line) && !isHorizontalRule(line) && line.hint !== 'signature' && !isDeviceLine(line.text)
      i = Math.max(end, i + 1)
    }
  }
  return found
}

type Introduction = { length: number; kind: 'attribution' | 'header' }

/** The lines from `at` on that introduce a quoted message: an attribution, a header block or a marker line. */
function findIntroduction(lines: readonly Line[], at: number): Introduction | null {
  const line = lines[at]
  if (!line || isBlank(line)) return null
  if (isOriginalMarker(line)) {
    const header = nextNonBlank(lines, at + 1)
    return { length: header - at + countHeaderLines(lines, header), kind: 'header' }
  }
  const attribution = countAttributionLines(lines, at)
  if (attribution > 0) return { length: attribution, kind: 'attribution' }
  let hinted = 0
  while (lines[at + hinted]?.hint === 'header') hinted += 1
  const header = Math.max(hinted, countHeaderLines(lines, at))
  return header > 0 ? { length: header, kind: 'header' } : null
}

function findQuoteEnd(lines: readonly Line[], from: number): number {
  const bars = !lines[from]?.isQuoted
  let end = from
  for (let i = from; i < lines.length; i += 1) {
    const line = lines[i]
    if (!line) break
    if (i === from && !startsQuote(line)) return from
    if (bars ? startsQuote(line) : line.isQuoted) {
      if (isForwardMarker(line) && i > from) break
      end = i + 1
    } else if (!isBlank(line) && !isRewrappedLine(lines, i)) break
  }
  return end
}

/** Commands typed at a ">>>" prompt, and what a mail server said: nobody quotes at the third level only. */
function isTranscript(lines: readonly Line[], from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const line = lines[i]
    if (line && !isBlank(line) && !/^\s*>>>(?:\s|$)/.test(line.text)) return false
  }
  return true
}

/** A quoted line that was wrapped again in transit: its rest stands unquoted between two quoted lines. */
function isRewrappedLine(lines: readonly Line[], at: number): boolean {
  const [above, line, below] = [lines[at - 1], lines[at], lines[at + 1]]
  if (!above?.isQuoted || !line || !below?.isQuoted || above.hint || line.hint) return false
  if (!/^\s*>/.test(above.text) || above.text.length < 65 || /[.?!:;]\s*$/.test(above.text)) return false
  return /^\p{Ll}/u.test(line.text) && line.text.length < 60
}

/** The rule line that a program draws above a header block belongs to it. */
function includeRulesAbove(lines: readonly Line[], at: number): number {
  let start = at
  for (let i = at - 1; i >= 0; i -= 1) {
    const line = lines[i]
    if (!line) break
    if (isHorizontalRule(line)) start = i
    else if (!isBlank(line)) break
  }
  return start
}

/**
 * The last quote, with nothing below it, is hidden. A quote with text below it is hidden when it is the only one
 * and introduced ("On … wrote:", then the answer); several with answers between them are a dialogue, shown whole.
 */
function selectHiddenRuns(lines: readonly Line[], runs: readonly QuoteRun[], end: number): QuoteRun[] {
  const last = runs.at(-1)
  if (!last) return []
  const trailing = !hasText(lines, last.end, end)
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
  const stretches: { start: number; end: number }[] = []
  for (let i = 0; i < to; i += 1) {
    if (kinds[i] !== 'visible') continue
    const start = i
    while (i < to && kinds[i] === 'visible') i += 1
    stretches.push({ start, end: i })
  }
  return stretches
}

function hasVisibleText(lines: readonly Line[], kinds: readonly LineKind[]): boolean {
  return lines.some((line, i) => kinds[i] === 'visible' && !isBlank(line) && !isHorizontalRule(line))
}
