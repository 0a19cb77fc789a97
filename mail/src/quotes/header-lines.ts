import { escapeRegExp, headOf, isBlank, type Line } from './line.ts'
import { type HeaderLabel, headerLabels } from './phrases.ts'

/** A subject or recipient list wraps over at most this many lines without a label. */
const maxContinuationLines = 3
const maxHeaderLines = 24

const labelsByWord = new Map<string, Set<HeaderLabel>>()
for (const [kind, words] of Object.entries(headerLabels)) {
  for (const word of words) {
    const kinds = labelsByWord.get(word) ?? new Set()
    // Object.entries widens the record's keys to string.
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

// Cached, because several blocks may inspect the same line.
const labelsOfLine = new WeakMap<Line, readonly HeaderLabel[]>()

/**
 * The number of lines of a header block "From: … Sent: … To: … Subject: …" that starts at `index`, or 0. A travel
 * request also has From, To and Date, so a block needs an address, a "Sent" or a subject.
 */
export function countHeaderLines(lines: readonly Line[], index: number): number {
  const first = lines[index]
  if (!first || labelsOf(first).length === 0) return 0

  const seenLabels: HeaderLabel[] = []
  let hasAddress = false
  let end = index
  let sinceLabel = 0
  for (let i = index; i < lines.length && i - index < maxHeaderLines; i += 1) {
    const line = lines[i]
    if (!line || line.isQuoted !== first.isQuoted) break
    const labels = labelsOf(line)
    if (labels.length > 0) {
      seenLabels.push(...labels)
      end = i + 1
      sinceLabel = 0
    } else {
      sinceLabel += 1
      if (sinceLabel > maxContinuationLines || endsBlock(line, lines[i + 1])) break
    }
    hasAddress ||= /[^\s<>@]@[^\s<>@]/.test(line.text.slice(0, 400))
  }
  return isMailHeader(new Set(seenLabels), hasAddress) ? end - index : 0
}

function isMailHeader(seenLabels: ReadonlySet<HeaderLabel>, hasAddress: boolean): boolean {
  const isDated = seenLabels.has('sent') || seenLabels.has('date')
  if (!seenLabels.has('from')) return false
  if (seenLabels.has('sent')) return true
  if (seenLabels.has('subject')) return isDated || seenLabels.has('to')
  return isDated && hasAddress
}

/** An empty line ends the block, unless the client wrote every header as a paragraph. */
function endsBlock(line: Line, next: Line | undefined): boolean {
  return isBlank(line) && (next === undefined || labelsOf(next).length === 0)
}

/** The labels in a line. A word can be two labels ("Od" is from, "Data" is date), so all are returned. */
function labelsOf(line: Line): readonly HeaderLabel[] {
  const cached = labelsOfLine.get(line)
  if (cached) return cached
  const labels = /[:：]/.test(line.text.slice(0, 400)) ? findLabels(line) : []
  labelsOfLine.set(line, labels)
  return labels
}

function findLabels(line: Line): HeaderLabel[] {
  const head = headOf(line)
  const first = labelAtStart.exec(head)
  if (!first?.[1]) return []
  const labels = [...(labelsByWord.get(first[1]) ?? [])]
  // HTML may distinguish labels only by bold type: "From: a@example.com Date: … Subject: …" on one line.
  for (const match of head.matchAll(labelAnywhere)) {
    if (match[1]) labels.push(...(labelsByWord.get(match[1]) ?? []))
  }
  return labels
}
