import { attributionLines, startsQuote } from './quotes-attribution.ts'
import { headerLines } from './quotes-headers.ts'
import { isBlank, isRule, type Line, type LineKind, nextFilled } from './quotes-line.ts'
import { isForwardMarker, isOriginalMarker } from './quotes-markers.ts'
import { isDeviceLine, signatureStart } from './signature.ts'

export type Marked = { kinds: LineKind[]; forward: boolean }

/** A stretch of quoted lines, with the lines that introduce it. */
type Run = { start: number; end: number; introduced: boolean }

type Structure = {
  runs: Run[]
  /** Introductions at the top of the mail, with nothing above them that could be the reply. */
  lone: Run[]
  /** Where unmarked history begins that reaches to the end; the number of lines when there is none. */
  tail: number
  /** Where a mail that is passed on begins; the number of lines when there is none. */
  forwardAt: number
}

/**
 * Says of every line whether the sender wrote it now, quoted it, or signs with it. The one rule set behind
 * splitReply, foldText and foldQuotes. When in doubt a line is visible: answers between quotes always, a
 * forwarded mail always, and everything when nothing else would be left to read.
 */
export function markLines(lines: readonly Line[]): Marked {
  const { runs, lone, tail, forwardAt } = findStructure(lines)
  const kinds: LineKind[] = lines.map(() => 'visible')
  const forward = forwardAt < lines.length

  const hidden = [...lone, ...runsToHide(lines, runs, tail)]
  if (tail < lines.length) hidden.push({ start: tail, end: lines.length, introduced: true })
  for (const run of hidden) kinds.fill('quote', run.start, run.end)
  for (const own of visibleStretches(kinds, Math.min(lines.length, forwardAt))) {
    kinds.fill('signature', signatureStart(lines, own.start, own.end), own.end)
  }
  if (!somethingToRead(lines, kinds)) return { kinds: lines.map(() => 'visible'), forward }
  return { kinds, forward }
}

function findStructure(lines: readonly Line[]): Structure {
  const found: Structure = { runs: [], lone: [], tail: lines.length, forwardAt: lines.length }
  let seenText = false
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]
    if (!line) break
    if (isForwardMarker(line)) {
      found.forwardAt = Math.min(found.forwardAt, i)
      return found
    }
    const introduction = line.quoted ? null : introductionAt(lines, i)
    const length = introduction?.length ?? 0
    const quote = length > 0 ? nextFilled(lines, i + length) : i
    const end = length > 0 || line.quoted ? quoteEnd(lines, quote) : i

    if (end > quote && !isTranscript(lines, quote, end)) {
      found.runs.push({ start: withRulesAbove(lines, i), end, introduced: length > 0 })
      i = end
    } else if (length > 0) {
      const isHeader = introduction?.kind === 'header'
      // Headers below the header of a mail that is passed on belong to it.
      if (seenText && !(isHeader && found.forwardAt < i)) {
        found.tail = withRulesAbove(lines, i)
        return found
      }
      // At the top there is nothing else to read: "On … wrote:" folds alone, and a header says that a mail is passed on.
      if (!isHeader) found.lone.push({ start: i, end: i + length, introduced: true })
      else found.forwardAt = Math.min(found.forwardAt, i)
      i += length
    } else {
      seenText ||= !isBlank(line) && !isRule(line) && line.hint !== 'signature' && !isDeviceLine(line.text)
      i = Math.max(end, i + 1)
    }
  }
  return found
}

type Introduction = { length: number; kind: 'attribution' | 'header' }

/** The lines from `at` on that introduce a quoted message: an attribution, a header block or a marker line. */
function introductionAt(lines: readonly Line[], at: number): Introduction | null {
  const line = lines[at]
  if (!line || isBlank(line)) return null
  if (isOriginalMarker(line)) {
    const header = nextFilled(lines, at + 1)
    return { length: header - at + headerLines(lines, header), kind: 'header' }
  }
  const attribution = attributionLines(lines, at)
  if (attribution > 0) return { length: attribution, kind: 'attribution' }
  let hinted = 0
  while (lines[at + hinted]?.hint === 'header') hinted += 1
  const header = Math.max(hinted, headerLines(lines, at))
  return header > 0 ? { length: header, kind: 'header' } : null
}

function quoteEnd(lines: readonly Line[], from: number): number {
  const bars = !lines[from]?.quoted
  let end = from
  for (let i = from; i < lines.length; i += 1) {
    const line = lines[i]
    if (!line) break
    if (i === from && !startsQuote(line)) return from
    if (bars ? startsQuote(line) : line.quoted) {
      if (isForwardMarker(line) && i > from) break
      end = i + 1
    } else if (!isBlank(line) && !isOverflow(lines, i)) break
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
function isOverflow(lines: readonly Line[], at: number): boolean {
  const [above, line, below] = [lines[at - 1], lines[at], lines[at + 1]]
  if (!above?.quoted || !line || !below?.quoted || above.hint || line.hint) return false
  if (!/^\s*>/.test(above.text) || above.text.length < 65 || /[.?!:;]\s*$/.test(above.text)) return false
  return /^\p{Ll}/u.test(line.text) && line.text.length < 60
}

/** The rule line that a program draws above a header block belongs to it. */
function withRulesAbove(lines: readonly Line[], at: number): number {
  let start = at
  for (let i = at - 1; i >= 0; i -= 1) {
    const line = lines[i]
    if (!line) break
    if (isRule(line)) start = i
    else if (!isBlank(line)) break
  }
  return start
}

/**
 * The last quote, with nothing below it, is hidden. A quote with text below it is hidden when it is the only one
 * and introduced ("On … wrote:", then the answer); several with answers between them are a dialogue, shown whole.
 */
function runsToHide(lines: readonly Line[], runs: readonly Run[], end: number): Run[] {
  const last = runs.at(-1)
  if (!last) return []
  const trailing = !hasText(lines, last.end, end)
  const between = trailing ? runs.slice(0, -1) : runs
  const hidden = trailing ? [last] : []
  const [only] = between
  if (between.length === 1 && only?.introduced) hidden.push(only)
  return hidden
}

function hasText(lines: readonly Line[], from: number, to: number): boolean {
  const end = signatureStart(lines, from, to)
  for (let i = from; i < end; i += 1) {
    const line = lines[i]
    if (line && !line.quoted && !isBlank(line) && !isRule(line)) return true
  }
  return false
}

function visibleStretches(kinds: readonly LineKind[], to: number): { start: number; end: number }[] {
  const stretches: { start: number; end: number }[] = []
  for (let i = 0; i < to; i += 1) {
    if (kinds[i] !== 'visible') continue
    const start = i
    while (i < to && kinds[i] === 'visible') i += 1
    stretches.push({ start, end: i })
  }
  return stretches
}

function somethingToRead(lines: readonly Line[], kinds: readonly LineKind[]): boolean {
  return lines.some((line, i) => kinds[i] === 'visible' && !isBlank(line) && !isRule(line))
}
