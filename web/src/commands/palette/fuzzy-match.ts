/**
 * Scores how well a query matches a name, from 0 (no match) to 1 (exact match). Words may come in any order, be
 * prefixes, contain typos, or match only the keywords; every word has to match.
 */
export function matchScore(query: string, label: string, keywords = ''): number {
  const queryWords = wordsOf(query)
  if (queryWords.length === 0) return 1
  const labelWords = wordsOf(label)
  const keywordWords = wordsOf(keywords)
  const labelText = labelWords.join(' ')
  if (labelText === queryWords.join(' ')) return 1
  let sum = 0
  for (const word of queryWords) {
    const wordMatch = Math.max(
      bestWordScore(word, labelWords),
      bestWordScore(word, keywordWords) * 0.7,
      initialsOf(labelWords).startsWith(word) ? 0.6 : 0,
    )
    if (wordMatch === 0) return 0
    sum += wordMatch
  }
  const prefixBonus = labelText.startsWith(queryWords.join(' ')) ? 0.05 : 0
  // Of two equally good matches, prefer the shorter name.
  return Math.min(0.99, (sum / queryWords.length) * 0.9 + prefixBonus + 0.04 / (1 + labelWords.length))
}

const bestWordScore = (word: string, words: readonly string[]) =>
  words.reduce((best, other) => Math.max(best, wordScore(word, other)), 0)

function wordScore(word: string, other: string): number {
  // A single letter is a prefix, not the word "a".
  if (word === other && word.length > 1) return 1
  if (other.startsWith(word)) return 0.9
  if (word.length >= 2 && other.includes(word)) return 0.6
  const maxTypos = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
  if (maxTypos === 0) return 0
  // A partly typed word is compared with a prefix of the other word.
  const prefixes = [other, other.slice(0, word.length), other.slice(0, word.length + 1)]
  const distance = Math.min(...prefixes.map((prefix) => editDistance(word, prefix)))
  return distance <= maxTypos ? 0.5 - distance * 0.1 : 0
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
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(cell(lastRow, j) + 1, cell(row, j - 1) + 1, cell(lastRow, j - 1) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, cell(rowBeforeLast, j - 2) + 1)
      row.push(cost)
    }
    rowBeforeLast = lastRow
    lastRow = row
  }
  return cell(lastRow, b.length)
}

const cell = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
