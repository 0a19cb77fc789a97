/**
 * Words as search sees them: the index is written with these functions, queries are read and hits are marked with them, so that they can
 * never disagree. Languages without spaces are cut into pairs of characters.
 */

// Scripts whose words are not set apart. Hangul has spaces, but its words change their endings; pairs find them all the same.
const unsegmentedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc\u3005'
const wordPattern = new RegExp(
  `[${unsegmentedScripts}]+|[[\\p{L}\\p{M}\\p{N}]--[${unsegmentedScripts}]]+`,
  'gv',
)
// Most mail, and ten times as quick to cut.
const asciiPattern = /[a-z0-9]+/gi
const unsegmentedPattern = new RegExp(`^[${unsegmentedScripts}]`, 'u')

export type SearchToken = {
  /** Folded: what is compared. */
  text: string
  /** A run of characters without spaces, found by what it contains. */
  unsegmented: boolean
  /** Where it stands in the text it was read from, in UTF-16 units. */
  start: number
  length: number
}

export function* tokenise(text: string): Generator<SearchToken> {
  const ascii = isAscii(text)
  for (const match of text.matchAll(ascii ? asciiPattern : wordPattern)) {
    const [word] = match
    yield {
      text: fold(word),
      unsegmented: !ascii && unsegmentedPattern.test(word),
      start: match.index,
      length: word.length,
    }
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

// Letters that Unicode does not take apart into a plain one and a mark.
const foldedLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ı: 'i', þ: 'th' },
}

/** Lower case, accents off, full-width and other forms of a character made one. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  // Recomposed in the end: Hangul and kana are made of parts too, and those are not accents.
  const decomposed = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
  return decomposed.replace(/[ßæœøđðłħıþ]/g, (letter) => foldedLetters[letter] ?? letter)
}

/**
 * The beginning by which a word without digits is found: short ones whole, longer ones without their ending, so that "invoices" finds
 * "invoice" in any language. Numbers are found whole.
 */
export function stemOf(word: string): string {
  if (word.length <= 6 || /\d/.test(word)) return word
  return word.slice(0, word.length < 10 ? 6 : 8)
}

/** Shorter ones must match whole: too many words begin alike. */
export const minPrefixLength = 5

/** Whether a word of a text answers to a word of a query. */
export function matchesToken(token: SearchToken, queryToken: SearchToken): boolean {
  if (queryToken.unsegmented) return token.unsegmented && token.text.includes(queryToken.text)
  // Sets nearly all aside before the stem is made.
  if (token.text[0] !== queryToken.text[0]) return false
  const stem = stemOf(queryToken.text)
  const whole = stem.length < minPrefixLength || /\d/.test(stem)
  return whole ? token.text === stem : !/\d/.test(token.text) && token.text.startsWith(stem)
}

/** Where the words of a phrase stand in a text, one after the other and each exactly so; -1 when they do not. */
export function indexOfPhrase(words: readonly SearchToken[], phrase: readonly SearchToken[]): number {
  const fits = (found: SearchToken | undefined, asked: SearchToken, first: boolean, last: boolean) => {
    if (!found) return false
    if (!asked.unsegmented) return found.text === asked.text
    if (first && last) return found.text.includes(asked.text)
    if (first) return found.text.endsWith(asked.text)
    return last ? found.text.startsWith(asked.text) : found.text === asked.text
  }
  const end = phrase.length - 1
  return phrase.length === 0
    ? -1
    : words.findIndex((_, from) =>
        phrase.every((asked, n) => fits(words[from + n], asked, n === 0, n === end)),
      )
}
