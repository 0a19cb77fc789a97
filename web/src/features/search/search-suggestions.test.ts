import { describe, expect, test } from 'vitest'
import { suggestSearchTerms } from './search-suggestions.ts'

const known = { status: ['Open', 'Snoozed', 'On hold'], has: ['attachment'] }
const at = (text: string, caret = text.length) => suggestSearchTerms(text, caret, known)
const labels = (text: string) => at(text).map(({ label }) => label)

describe('suggestions', () => {
  test('are all operators while nothing is typed, and none behind a space', () => {
    expect(labels('')).toContain('from:')
    expect(labels('')).toHaveLength(10)
    expect(labels('refund ')).toEqual([])
  })

  test('are operators that begin as the word does', () => {
    expect(labels('refund st')).toEqual(['status:'])
    expect(labels('-a')).toEqual(['assignee:', 'after:'])
    expect(at('-sta')[0]?.text).toBe('-status:')
  })

  test('are the values of an operator, in quotes where they hold a space', () => {
    expect(labels('status:')).toEqual(['Open', 'Snoozed', 'On hold'])
    expect(labels('status:o')).toEqual(['Open', 'On hold'])
    expect(at('a status:on')[0]).toMatchObject({ text: 'a status:"On hold" ', caret: 19 })
    expect(labels('status:"on h')).toEqual(['On hold'])
    expect(labels('status:open')).toEqual([])
  })

  test('keep what stands behind the caret, and do not come in the middle of a word', () => {
    expect(at('has: refund', 4)[0]?.text).toBe('has:attachment  refund')
    expect(at('status', 3)).toEqual([])
  })
})
