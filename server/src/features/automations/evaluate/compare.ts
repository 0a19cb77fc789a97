import type { RuleFieldKind } from '@parley/contract/automations/automation-fields'
import type { RuleCondition } from '@parley/contract/automations/automation-rules'
import { splitList } from '../rules/reference-data.ts'

type Comparison = Pick<RuleCondition, 'operator' | 'value' | 'case_sensitive_match'>

/**
 * Whether a value matches a condition (docs/spec/wire.md#automation-rules). `actual` is a string: an id, a number, `true` or a date; comma-separated ids for
 * tags; an unrounded number for hours. Null means no value.
 */
export function matchesCondition(kind: RuleFieldKind, actual: string | null, condition: Comparison): boolean {
  const value = kind === 'boolean' ? (actual ?? 'false') : actual
  const text = value ?? ''
  const isSet = text !== ''
  switch (condition.operator) {
    case 'set':
      return isSet
    case 'not set':
      return !isSet
    case 'contains':
      return contains(kind, text, condition)
    case 'not contains':
      return !contains(kind, text, condition)
    case 'equals':
      return isEqual(kind, text, condition)
    case 'not equals':
      return !isEqual(kind, text, condition)
    case 'greater than':
      return isSet && isGreater(kind, text, condition.value)
    case 'less than':
      return isSet && compareValues(kind, text, condition.value) < 0
  }
}

const contains = (kind: RuleFieldKind, actual: string, condition: Comparison): boolean =>
  kind === 'tags' ? sharesAny(actual, condition.value) : containsAny(actual, condition)

/** For hours, greater than includes the threshold: a rule for 24 hours runs when they have passed. */
function isGreater(kind: RuleFieldKind, actual: string, value: string): boolean {
  const difference = compareValues(kind, actual, value)
  return kind === 'hours' ? difference >= 0 : difference > 0
}

function isEqual(kind: RuleFieldKind, actual: string, { value, case_sensitive_match }: Comparison): boolean {
  // Older clients send 0 for no priority.
  if (kind === 'choice') return (actual || '0') === (value.trim() || '0')
  if (actual === '') return value.trim() === ''
  if (kind === 'hours') return Math.floor(Number(actual)) === Math.floor(Number(value))
  if (kind === 'number') return Number(actual) === Number(value)
  const normalize = normalizer(case_sensitive_match)
  return normalize(actual) === normalize(value)
}

/** Whether the text contains any of the comma-separated parts. */
function containsAny(actual: string, { value, case_sensitive_match }: Comparison): boolean {
  const normalize = normalizer(case_sensitive_match)
  const text = normalize(actual)
  return splitList(value).some((piece) => text.includes(normalize(piece)))
}

const sharesAny = (actual: string, value: string): boolean => {
  const actualIds = new Set(splitList(actual))
  return splitList(value).some((id) => actualIds.has(id))
}

/** Positive when the actual value is greater. */
function compareValues(kind: RuleFieldKind, actual: string, value: string): number {
  if (kind === 'date') return actual === value ? 0 : actual > value ? 1 : -1
  return Number(actual) - Number(value)
}

const normalizer = (case_sensitive: boolean) => (text: string) => {
  const normalized = text.replace(/\s+/g, ' ').trim()
  return case_sensitive ? normalized : normalized.toLowerCase()
}
