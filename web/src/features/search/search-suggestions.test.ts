import { describe, expect, test } from 'vitest'
import { suggestSearchTerms } from './search-suggestions.ts'

const values = { status: ['Open', 'Snoozed', 'On hold'], has: ['attachment'] }
const at = (text: string, caret = text.length) => suggestSearchTerms(text, caret, values)
const labels = (text: string) => at(text).map(({ label }) => label)

describe('suggestions', () => {
  test('list all operators while the query is empty, and none after a space', () => {
    expect(labels('')).toContain('from:')
    expect(labels('')).toHaveLength(10)
    expect(labels('refund ')).toEqual([])
  })

  test('list the operators that start with the word', () => {
    expect(labels('refund st')).toEqual(['status:'])
    expect(labels('-a')).toEqual(['assignee:', 'after:'])
    expect(at('-sta')[0]?.text).toBe('-status:')
  })

  test('list the values of an operator, quoted if they contain a space', () => {
    expect(labels('status:')).toEqual(['Open', 'Snoozed', 'On hold'])
    expect(labels('status:o')).toEqual(['Open', 'On hold'])
    expect(at('a status:on')[0]).toMatchObject({ text: 'a status:"On hold" ', caret: 19 })
    expect(labels('status:"on h')).toEqual(['On hold'])
    expect(labels('status:open')).toEqual([])
  })

  test('keep the text after the caret, and are not offered in the middle of a word', () => {
    expect(at('has: refund', 4)[0]?.text).toBe('has:attachment  refund')
    expect(at('status', 3)).toEqual([])
  })
})
