import type { HoursField } from '@parley/contract/automations/automation-fields'
import type { RuleCondition } from '@parley/contract/automations/automation-rules'
import type { ReferenceData } from '../rules/reference-data.ts'
import type { RuleBody } from '../rules/rule.ts'
import { matchesCondition } from './compare.ts'
import { attributeOwner, findFieldDefinition } from './condition-fields.ts'

/** A conversation at one point in time, as rules see it. Ids are strings; null means none. */
export type ConversationSnapshot = {
  at: Date
  status: string | null
  priority: string | null
  assigned_team: string | null
  assigned_user: string | null
  inbox: string | null
  sla_policy: string | null
  previous_status: string | null
  previous_priority: string | null
  previous_assigned_team: string | null
  previous_assigned_user: string | null
  contact_email: string | null
  subject: string | null
  content: string | null
  message_sender: 'contact' | 'agent' | 'system' | null
  origin: string
  tags: readonly string[]
  csat_rating: number | null
  is_open: boolean
  /** The probability that the spam filter suggests, between 0 and 1. Null if it suggests nothing. */
  spam_score: number | null
  conversation_attributes: Readonly<Record<string, unknown>>
  contact_attributes: Readonly<Record<string, unknown>>
  /** The base time of each hours field. */
  since: Record<HoursField, Date | null>
}

export type EvaluatedCondition = RuleCondition & { actual: string | null; holds: boolean }
export type Evaluation = {
  matched: boolean
  group_operator: RuleBody['group_operator']
  groups: { logical_op: RuleBody['group_operator']; holds: boolean | null; rules: EvaluatedCondition[] }[]
}

const hourMs = 3_600_000

/**
 * Evaluates a rule's conditions and reports the actual value of each. Pure: the consumer, the dry run, the replay and the log agree. A
 * group without conditions is ignored; without any group AND matches and OR doesn't (docs/spec/wire.md#automation-rules).
 */
export function evaluateRule(
  body: RuleBody,
  snapshot: ConversationSnapshot,
  attributes: ReferenceData['attributes'],
): Evaluation {
  const groups = body.groups.map(({ logical_op, rules }) => {
    const rows = rules.map((condition) => evaluateCondition(condition, snapshot, attributes))
    return {
      logical_op,
      holds:
        rows.length === 0
          ? null
          : combine(
              logical_op,
              rows.map(({ holds }) => holds),
            ),
      rules: rows,
    }
  })
  const groupResults = groups.flatMap((group) => (group.holds === null ? [] : [group.holds]))
  return { matched: combine(body.group_operator, groupResults), group_operator: body.group_operator, groups }
}

const combine = (operator: 'AND' | 'OR', all: readonly boolean[]): boolean =>
  operator === 'AND' ? all.every(Boolean) : all.some(Boolean)

function evaluateCondition(
  condition: RuleCondition,
  snapshot: ConversationSnapshot,
  attributes: ReferenceData['attributes'],
): EvaluatedCondition {
  const definition = findFieldDefinition(condition, attributes)
  if (!definition) return { ...condition, actual: null, holds: false }
  const actual = readActualValue(condition, snapshot)
  // A missing attribute matches only "not set"; a missing checkbox value counts as unchecked.
  const isComparable =
    condition.field_type === 'conversation' ||
    actual !== null ||
    definition.kind === 'boolean' ||
    condition.operator === 'not set'
  return { ...condition, actual, holds: isComparable && matchesCondition(definition.kind, actual, condition) }
}

function readActualValue(condition: RuleCondition, snapshot: ConversationSnapshot): string | null {
  if (condition.field_type === 'conversation') return readFieldValue(condition.field, snapshot)
  const values = attributeOwner(condition) === 'contact' ? 'contact_attributes' : 'conversation_attributes'
  const value = snapshot[values][condition.field]
  return value === null || value === undefined || value === '' ? null : String(value)
}

function readFieldValue(field: string, snapshot: ConversationSnapshot): string | null {
  if (field === 'tags') return snapshot.tags.length > 0 ? snapshot.tags.join(',') : null
  if (field === 'business_hours_open') return String(snapshot.is_open)
  if (field === 'spam_suggested') return String(snapshot.spam_score !== null)
  if (field === 'spam_score') return snapshot.spam_score === null ? null : toPercent(snapshot.spam_score)
  if (field === 'csat_rating') return snapshot.csat_rating === null ? null : String(snapshot.csat_rating)
  if (isHoursField(snapshot, field)) {
    const since = snapshot.since[field]
    return since && String((snapshot.at.getTime() - since.getTime()) / hourMs)
  }
  const value = snapshot[field as keyof ConversationSnapshot] // findFieldDefinition knows it, and the remaining fields are strings
  return typeof value === 'string' && value !== '' ? value : null
}

/** Without the noise of binary fractions: 0.957 is 95.7. */
const toPercent = (fraction: number) => String(Number((fraction * 100).toFixed(6)))

const isHoursField = (snapshot: ConversationSnapshot, field: string): field is HoursField =>
  Object.hasOwn(snapshot.since, field)
