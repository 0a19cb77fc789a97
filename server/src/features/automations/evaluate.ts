import type { HoursField } from '@parley/contract/automation-fields'
import type { RuleCondition } from '@parley/contract/automation-rules'
import { holds } from './compare.ts'
import { fieldOf, ownerOf } from './fields.ts'
import type { Names } from './names.ts'
import type { Body } from './rule.ts'

/** A conversation at one moment, as rules see it. Ids are texts; null is none. */
export type Snapshot = {
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
  conversation_attributes: Readonly<Record<string, unknown>>
  contact_attributes: Readonly<Record<string, unknown>>
  /** Since when each of the hours counts. */
  since: Record<HoursField, Date | null>
}

export type CheckedRow = RuleCondition & { actual: string | null; holds: boolean }
export type Checked = {
  matched: boolean
  group_operator: Body['group_operator']
  groups: { logical_op: Body['group_operator']; holds: boolean | null; rules: CheckedRow[] }[]
}

const HOUR = 3_600_000

/**
 * Whether a rule's conditions hold, with what was found for each. Pure: the reader, the dry run, the replay and the log all say the same.
 * A group without conditions counts for nothing; without any group AND holds and OR does not (api-contract 8.10).
 */
export function evaluate(body: Body, snapshot: Snapshot, attributes: Names['attributes']): Checked {
  const groups = body.groups.map(({ logical_op, rules }) => {
    const rows = rules.map((condition) => check(condition, snapshot, attributes))
    return {
      logical_op,
      holds:
        rows.length === 0
          ? null
          : joined(
              logical_op,
              rows.map(({ holds }) => holds),
            ),
      rules: rows,
    }
  })
  const counted = groups.flatMap((group) => (group.holds === null ? [] : [group.holds]))
  return { matched: joined(body.group_operator, counted), group_operator: body.group_operator, groups }
}

const joined = (operator: 'AND' | 'OR', all: readonly boolean[]): boolean =>
  operator === 'AND' ? all.every(Boolean) : all.some(Boolean)

function check(condition: RuleCondition, snapshot: Snapshot, attributes: Names['attributes']): CheckedRow {
  const known = fieldOf(condition, attributes)
  if (!known) return { ...condition, actual: null, holds: false }
  const actual = actualOf(condition, snapshot)
  // An attribute that has no value answers nothing but "not set"; a box that was never ticked is not ticked.
  const answers =
    condition.field_type === 'conversation' ||
    actual !== null ||
    known.kind === 'boolean' ||
    condition.operator === 'not set'
  return { ...condition, actual, holds: answers && holds(known.kind, actual, condition) }
}

function actualOf(condition: RuleCondition, snapshot: Snapshot): string | null {
  if (condition.field_type === 'conversation') return fieldValue(condition.field, snapshot)
  const values = ownerOf(condition) === 'contact' ? 'contact_attributes' : 'conversation_attributes'
  const value = snapshot[values][condition.field]
  return value === null || value === undefined || value === '' ? null : String(value)
}

function fieldValue(field: string, snapshot: Snapshot): string | null {
  if (field === 'tags') return snapshot.tags.length > 0 ? snapshot.tags.join(',') : null
  if (field === 'business_hours_open') return String(snapshot.is_open)
  if (field === 'csat_rating') return snapshot.csat_rating === null ? null : String(snapshot.csat_rating)
  if (isHours(snapshot, field)) {
    const since = snapshot.since[field]
    return since && String((snapshot.at.getTime() - since.getTime()) / HOUR)
  }
  const value = snapshot[field as keyof Snapshot] // fieldOf knows it, and all that are left are texts
  return typeof value === 'string' && value !== '' ? value : null
}

const isHours = (snapshot: Snapshot, field: string): field is HoursField =>
  Object.hasOwn(snapshot.since, field)
