/**
 * Scores how well a query matches a name, from 0 (no match) to 1 (exact match). Words may come in any order, be
 * prefixes, contain typos, or match only the keywords; every word has to match.
 */
export function matchScore(typed: string, label: string, keywords = ''): number {
  const wanted = wordsOf(typed)
  if (wanted.length === 0) return 1
  const name = wordsOf(label)
  const more = wordsOf(keywords)
  const asOne = name.join(' ')
  if (asOne === wanted.join(' ')) return 1
  let sum = 0
  for (const word of wanted) {
    const found = Math.max(
      bestWordScore(word, name),
      bestWordScore(word, more) * 0.7,
      initialsOf(name).startsWith(word) ? 0.6 : 0,
    )
    if (found === 0) return 0
    sum += found
  }
  const startsSo = asOne.startsWith(wanted.join(' ')) ? 0.05 : 0
  // Of two equally good matches, prefer the shorter name.
  return Math.min(0.99, (sum / wanted.length) * 0.9 + startsSo + 0.04 / (1 + name.length))
}

const bestWordScore = (word: string, among: readonly string[]) =>
  among.reduce((most, other) => Math.max(most, wordScore(word, other)), 0)

function wordScore(word: string, other: string): number {
  // A single letter is a prefix, not the word "a".
  if (word === other && word.length > 1) return 1
  if (other.startsWith(word)) return 0.9
  if (word.length >= 2 && other.includes(word)) return 0.6
  const slips = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
  if (slips === 0) return 0
  // A partly typed word is compared with a prefix of the other word.
  const beginnings = [other, other.slice(0, word.length), other.slice(0, word.length + 1)]
  const distance = Math.min(...beginnings.map((beginning) => editDistance(word, beginning)))
  return distance <= slips ? 0.5 - distance * 0.1 : 0
}

const initialsOf = (name: readonly string[]) => name.map((word) => word[0]).join('')

/** Lower-case words without accents. Ł and ø have no separable accent and stay. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#@.]+/u)
    .filter(Boolean)

/** Edit distance with transpositions (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(cell(old, j) + 1, cell(row, j - 1) + 1, cell(old, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, cell(older, j - 2) + 1)
      row.push(least)
    }
    older = old
    old = row
  }
  return cell(old, b.length)
}

const cell = (row: readonly number[], place: number): number => row[place] ?? Number.POSITIVE_INFINITY
