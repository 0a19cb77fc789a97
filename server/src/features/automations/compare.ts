import type { RuleFieldKind } from '@parley/contract/automation-fields'
import type { RuleCondition } from '@parley/contract/automation-rules'
import { listed } from './names.ts'

type Asked = Pick<RuleCondition, 'operator' | 'value' | 'case_sensitive_match'>

/**
 * Whether what was found answers a condition (api-contract 8.10). `actual` is a text: an id, a number, `true`, a date; of tags their ids
 * with commas, of hours a number with all its digits. Null is nothing there.
 */
export function holds(kind: RuleFieldKind, actual: string | null, asked: Asked): boolean {
  const found = kind === 'boolean' ? (actual ?? 'false') : actual
  const is = found !== null && found !== ''
  switch (asked.operator) {
    case 'set':
      return is
    case 'not set':
      return !is
    case 'contains':
      return kind === 'tags' ? shares(found ?? '', asked.value) : within(found ?? '', asked)
    case 'not contains':
      return kind === 'tags' ? !shares(found ?? '', asked.value) : !within(found ?? '', asked)
    case 'equals':
      return same(kind, found ?? '', asked)
    case 'not equals':
      return !same(kind, found ?? '', asked)
    // Of hours the threshold itself is past: a rule for 24 hours acts when they have passed, and not one later.
    case 'greater than':
      return (
        is && (kind === 'hours' ? order(kind, found, asked.value) >= 0 : order(kind, found, asked.value) > 0)
      )
    case 'less than':
      return is && order(kind, found, asked.value) < 0
  }
}

function same(kind: RuleFieldKind, found: string, { value, case_sensitive_match }: Asked): boolean {
  // The priority that is none is 0 to older clients.
  if (kind === 'choice') return (found || '0') === (value.trim() || '0')
  if (found === '') return value.trim() === ''
  if (kind === 'hours') return Math.floor(Number(found)) === Math.floor(Number(value))
  if (kind === 'number') return Number(found) === Number(value)
  const fold = folded(case_sensitive_match)
  return fold(found) === fold(value)
}

/** Any of the pieces between the commas. */
function within(found: string, { value, case_sensitive_match }: Asked): boolean {
  const fold = folded(case_sensitive_match)
  const text = fold(found)
  return listed(value).some((piece) => text.includes(fold(piece)))
}

const shares = (found: string, value: string): boolean => {
  const there = new Set(listed(found))
  return listed(value).some((id) => there.has(id))
}

/** Above 0 when what was found is more. */
function order(kind: RuleFieldKind, found: string, value: string): number {
  if (kind === 'date') return found === value ? 0 : found > value ? 1 : -1
  return Number(found) - Number(value)
}

const folded = (case_sensitive: boolean) => (text: string) => {
  const one = text.replace(/\s+/g, ' ').trim()
  return case_sensitive ? one : one.toLowerCase()
}
