/**
 * The tokeniser of search. The index is built, queries are parsed and hits are highlighted with these functions, so that they always agree.
 * Scripts without spaces are split into bigrams.
 */

// Scripts without spaces between words. Hangul has spaces but inflects its words, and bigrams work for it as well.
const unsegmentedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc\u3005'
const wordPattern = new RegExp(
  `[${unsegmentedScripts}]+|[[\\p{L}\\p{M}\\p{N}]--[${unsegmentedScripts}]]+`,
  'gv',
)
// Covers most email, and is ten times as fast.
const asciiPattern = /[a-z0-9]+/gi
const unsegmentedPattern = new RegExp(`^[${unsegmentedScripts}]`, 'u')

export type SearchToken = {
  /** Folded, for comparison. */
  text: string
  /** A run of an unsegmented script, matched as a substring. */
  unsegmented: boolean
  /** The offset in the source text, in UTF-16 code units. */
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

// Letters that Unicode does not decompose into a base letter and a mark.
const foldedLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ı: 'i', þ: 'th' },
}

/** Lower-cases, strips accents, and unifies full-width and other variants of a character. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  // Recomposed at the end: Hangul and kana decompose as well, but not into accents.
  const decomposed = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
  return decomposed.replace(/[ßæœøđðłħıþ]/g, (letter) => foldedLetters[letter] ?? letter)
}

/**
 * The prefix by which a word without digits is found. Short words are used whole and longer ones without their ending, so that "invoices"
 * finds "invoice" in any language. Numbers are matched whole.
 */
export function stemOf(word: string): string {
  if (word.length <= 6 || /\d/.test(word)) return word
  return word.slice(0, word.length < 10 ? 6 : 8)
}

/** Shorter prefixes must match the whole word, because too many words share them. */
export const minPrefixLength = 5

/** Whether a token of a text matches a token of a query. */
export function matchesToken(token: SearchToken, queryToken: SearchToken): boolean {
  if (queryToken.unsegmented) return token.unsegmented && token.text.includes(queryToken.text)
  // Rules out nearly everything before the stem is computed.
  if (token.text[0] !== queryToken.text[0]) return false
  const stem = stemOf(queryToken.text)
  const isWholeWord = stem.length < minPrefixLength || /\d/.test(stem)
  return isWholeWord ? token.text === stem : !/\d/.test(token.text) && token.text.startsWith(stem)
}

/** The index at which a phrase occurs as consecutive, exactly matching tokens; -1 if it does not. */
export function indexOfPhrase(words: readonly SearchToken[], phrase: readonly SearchToken[]): number {
  const fits = (token: SearchToken | undefined, queryToken: SearchToken, first: boolean, last: boolean) => {
    if (!token) return false
    if (!queryToken.unsegmented) return token.text === queryToken.text
    if (first && last) return token.text.includes(queryToken.text)
    if (first) return token.text.endsWith(queryToken.text)
    return last ? token.text.startsWith(queryToken.text) : token.text === queryToken.text
  }
  const end = phrase.length - 1
  return phrase.length === 0
    ? -1
    : words.findIndex((_, from) =>
        phrase.every((queryToken, n) => fits(words[from + n], queryToken, n === 0, n === end)),
      )
}
