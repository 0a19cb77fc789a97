import { quoteValue, type SearchOperator, searchOperators } from '@parley/contract/search/search-query'

export type SearchSuggestion = { key: string; label: string; text: string; caret: number }
/** The possible values of each operator. */
export type OperatorValues = Partial<Record<SearchOperator, readonly string[]>>

const MAX_SUGGESTIONS = 8

/**
 * Completions for the word at the caret: an operator, or a value after an operator's colon. Each has the complete
 * text and the new caret position.
 */
export function suggestSearchTerms(text: string, caret: number, values: OperatorValues): SearchSuggestion[] {
  const start = startOfTerm(text, caret)
  const rest = text.slice(caret)
  // No completion in the middle of a word.
  if (/^\S/.test(rest)) return []
  const typedTerm = text.slice(start, caret)
  const [, minus = '', name, value = ''] = /^(-?)(?:([a-z]+):)?(.*)$/is.exec(typedTerm) ?? []
  const toSuggestion = (label: string, term: string): SearchSuggestion => {
    const before = `${text.slice(0, start)}${minus}${term}`
    return { key: term, label, text: before + rest, caret: before.length }
  }
  const operator = searchOperators.find((one) => one === name?.toLowerCase())
  if (operator) {
    const typed = value.replace(/^"/, '').toLowerCase()
    return (values[operator] ?? [])
      .filter((one) => one.toLowerCase().startsWith(typed) && one.toLowerCase() !== typed)
      .slice(0, MAX_SUGGESTIONS)
      .map((one) => toSuggestion(one, `${operator}:${quoteValue(one)} `))
  }
  if (name !== undefined) return []
  return searchOperators
    .filter((one) => (value !== '' ? one.startsWith(value.toLowerCase()) : text.trim() === ''))
    .map((one) => toSuggestion(`${one}:`, `${one}:`))
}

/** Spaces inside quotes don't end a term. */
function startOfTerm(text: string, caret: number): number {
  let start = 0
  let isQuoted = false
  for (let index = 0; index < caret; index++) {
    if (text[index] === '"') isQuoted = !isQuoted
    else if (!isQuoted && /\s/.test(text.charAt(index))) start = index + 1
  }
  return start
}
