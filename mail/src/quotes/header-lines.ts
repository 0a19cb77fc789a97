import { escapeRegExp, headOf, isBlank, type Line } from './line.ts'
import { type HeaderLabel, headerLabels } from './phrases.ts'

/** A subject or a list of recipients is wrapped over at most this many lines without a label of their own. */
const maxContinuationLines = 3
const maxHeaderLines = 24

const labelsByWord = new Map<string, Set<HeaderLabel>>()
for (const [kind, words] of Object.entries(headerLabels)) {
  for (const word of words) {
    const kinds = labelsByWord.get(word) ?? new Set()
    // Object.entries widens the keys of the record to string.
    kinds.add(kind as HeaderLabel)
    labelsByWord.set(word, kinds)
  }
}
const labelsLongestFirst = [...labelsByWord.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp)
const labelAtStart = new RegExp(`^[\\s*_|>•\\[]*(${labelsLongestFirst.join('|')})[\\s*_]{0,4}[:：]`, 'u')
const labelAnywhere = new RegExp(
  `\\s[*_]{0,2}(${labelsLongestFirst.join('|')})[\\s*_]{0,4}[:：](?=[\\s*_])`,
  'gu',
)

// A line is looked at by every block that might reach it.
const labelsOfLine = new WeakMap<Line, readonly HeaderLabel[]>()

/**
 * The number of lines of a block "From: … Sent: … To: … Subject: …" that starts at `at`, or 0. A travel request
 * has From, To and Date as well: a block needs an address, a "Sent" or a subject to be a mail's header.
 */
export function countHeaderLines(lines: readonly Line[], at: number): number {
  const first = lines[at]
  if (!first || labelsOf(first).length === 0) return 0

  const seen = new Set<HeaderLabel>()
  let hasAddress = false
  let end = at
  let sinceLabel = 0
  for (let i = at; i < lines.length && i - at < maxHeaderLines; i += 1) {
    const line = lines[i]
    if (!line || line.isQuoted !== first.isQuoted) break
    const labels = labelsOf(line)
    if (labels.length > 0) {
      for (const label of labels) seen.add(label)
      end = i + 1
      sinceLabel = 0
    } else {
      sinceLabel += 1
      // An empty line ends the block, unless the program wrote every header as a paragraph.
      if (sinceLabel > maxContinuationLines || (isBlank(line) && !startsWithLabel(lines, i + 1))) break
    }
    hasAddress ||= /[^\s<>@]@[^\s<>@]/.test(line.text.slice(0, 400))
  }
  return isMailHeader(seen, hasAddress) ? end - at : 0
}

function isMailHeader(seen: ReadonlySet<HeaderLabel>, hasAddress: boolean): boolean {
  const dated = seen.has('sent') || seen.has('date')
  if (!seen.has('from')) return false
  if (seen.has('sent')) return true
  if (seen.has('subject')) return dated || seen.has('to')
  return dated && hasAddress
}

function startsWithLabel(lines: readonly Line[], at: number): boolean {
  const line = lines[at]
  return line !== undefined && labelsOf(line).length > 0
}

/** The kinds of label in a line. A word can be two ("Od" is from, "Data" is date): the first line decides nothing. */
function labelsOf(line: Line): readonly HeaderLabel[] {
  const known = labelsOfLine.get(line)
  if (known) return known
  const labels = /[:：]/.test(line.text.slice(0, 400)) ? findLabels(line) : []
  labelsOfLine.set(line, labels)
  return labels
}

function findLabels(line: Line): HeaderLabel[] {
  const head = headOf(line)
  const first = labelAtStart.exec(head)
  if (!first?.[1]) return []
  const labels = [...(labelsByWord.get(first[1]) ?? [])]
  // HTML may set the labels apart by bold type only: "From: a@example.com Date: … Subject: …" in one line.
  for (const match of head.matchAll(labelAnywhere)) {
    if (match[1]) labels.push(...(labelsByWord.get(match[1]) ?? []))
  }
  return labels
}
