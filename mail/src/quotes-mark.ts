import { attributionLines, startsQuote } from './quotes-attribution.ts'
import { headerLines } from './quotes-headers.ts'
import { isBlank, isRule, type Line, type LineKind, nextFilled } from './quotes-line.ts'
import { isForwardMarker, isOriginalMarker } from './quotes-markers.ts'
import { isDeviceLine, signatureStart } from './signature.ts'

export type Marked = { kinds: LineKind[]; forward: boolean }

/** A stretch of quoted lines, with the lines that introduce it. */
type Run = { start: number; end: number; introduced: boolean }

type Structure = { runs: Run[]; lone: Run[]; tail: number; forwardAt: number }

/**
 * Says of every line whether the sender wrote it now, quoted it, or signs with it. The one rule set behind
 * splitReply, foldText and foldQuotes. When in doubt a line is visible: answers between quotes always, a
 * forwarded mail always, and everything when nothing else would be left to read.
 */
export function markLines(lines: readonly Line[]): Marked {
  const { runs, lone, tail, forwardAt } = findStructure(lines)
  const kinds: LineKind[] = lines.map(() => 'visible')
  const forward = forwardAt < lines.length

  const hidden = [...lone, ...runsToHide(lines, runs, Math.min(tail, forwardAt))]
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
    if (!line || isBlank(line)) {
      i += 1
      continue
    }
    if (isForwardMarker(line)) {
      found.forwardAt = i
      return found
    }
    const start = i
    const introduction = line.quoted ? 0 : introductionLines(lines, i)
    if (introduction > 0 || line.quoted) {
      const quote = introduction > 0 ? nextFilled(lines, i + introduction) : i
      if (startsQuote(lines[quote])) {
        i = quoteEnd(lines, quote)
        found.runs.push({ start: withRulesAbove(lines, start), end: i, introduced: introduction > 0 })
        continue
      }
      if (seenText) {
        found.tail = withRulesAbove(lines, start)
        return found
      }
      // At the top there is nothing else to read: the introduction folds at most, what it introduces stays.
      if (attributionLines(lines, i) > 0) found.lone.push({ start, end: i + introduction, introduced: true })
      i += introduction
      continue
    }
    seenText ||= !isRule(line) && line.hint !== 'signature' && !isDeviceLine(line.text)
    i += 1
  }
  return found
}

/** How many lines from `at` introduce a quoted message: an attribution, a header block or a marker line. */
function introductionLines(lines: readonly Line[], at: number): number {
  const line = lines[at]
  if (!line) return 0
  if (isOriginalMarker(line)) {
    const header = nextFilled(lines, at + 1)
    return header - at + headerLines(lines, header)
  }
  let hinted = 0
  while (lines[at + hinted]?.hint === 'header') hinted += 1
  return Math.max(hinted, attributionLines(lines, at), headerLines(lines, at))
}

function quoteEnd(lines: readonly Line[], from: number): number {
  const bars = !lines[from]?.quoted
  let end = from
  for (let i = from; i < lines.length; i += 1) {
    const line = lines[i]
    if (!line) break
    if (bars ? startsQuote(line) : line.quoted) {
      if (isForwardMarker(line) && i > from) break
      end = i + 1
    } else if (!isBlank(line) && !isOverflow(lines, i)) break
  }
  return end
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
  const hidden = trailing && end === lines.length ? [last] : []
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
