import type { TrailChange, TrailStep } from '@parley/contract/conversations/conversation-events'
import type { Explanation } from '@parley/contract/conversations/explanation'
import type { Event } from '../../../spine/read-events.ts'
import { referenceColumns, type TrailNames } from './trail-names.ts'

type Value = TrailChange['before']
type Pair = [unknown, unknown]

/**
 * One event as the API presents it. Only the fields listed here are exposed; anything else in an event stays internal.
 */
export function presentTrailStep(
  event: Event,
  names: TrailNames,
  reasons: ReadonlyMap<number, Explanation>,
): TrailStep {
  const data = event.data as Record<string, unknown> // written by insertEvent
  const message_ids = messageIdsOf(event)
  const why = message_ids.map((id) => reasons.get(id)).find((one) => one !== undefined) ?? null
  // Operator commands change accounts, never conversations.
  const kind = event.actor_kind === 'operator' ? 'system' : event.actor_kind
  const hasName = kind !== 'system' && kind !== 'rule'
  return {
    id: event.id,
    at: event.at.toISOString(),
    type: event.type,
    actor: {
      kind,
      id: event.actor_id,
      name: hasName ? names.person(event.actor_id) : kind === 'rule' ? ruleNameOf(why) : null,
    },
    changes: Object.entries(event.changes as Record<string, Pair>).flatMap(([column, pair]) =>
      presentChange(event, column, pair, names),
    ),
    name: findName(data.macro) ?? findName(data.rule),
    message: messageKindOf(data),
    message_ids,
    why,
    ...(data.undoes !== undefined && data.redo !== true && { undo: true }),
    depth: event.depth,
  }
}

/** Ids of the messages and activity lines that the event created. */
export function messageIdsOf({ data }: Event): number[] {
  const { message_ids } = asObject(data)
  return Array.isArray(message_ids) ? message_ids.filter((id) => typeof id === 'number') : []
}

const ruleNameOf = (why: Explanation | null) => (why?.by === 'rule' ? why.rule : null)

const referenceFields: Record<string, TrailChange['field']> = {
  assigned_user_id: 'assigned_user',
  contact_id: 'contact',
  assigned_team_id: 'assigned_team',
  status_id: 'status',
  priority_id: 'priority',
  sla_policy_id: 'sla_policy',
  inbox_id: 'inbox',
}
const plainFields: Record<string, TrailChange['field']> = {
  tags: 'tags',
  subject: 'subject',
  snoozed_until: 'snoozed_until',
}

function presentChange(
  event: Event,
  column: string,
  [before, after]: Pair,
  names: TrailNames,
): TrailChange[] {
  const kind = referenceColumns[column]
  const field = referenceFields[column]
  if (kind && field) {
    const toName = (id: unknown) => (typeof id === 'number' ? names.nameOf(kind, id) : null)
    return [{ field, attribute: null, before: toName(before), after: toName(after) }]
  }
  const plainField = plainFields[column]
  if (plainField)
    return [{ field: plainField, attribute: null, before: plainValue(before), after: plainValue(after) }]
  if (column === 'status' && event.type.startsWith('message.'))
    return [{ field: 'delivery', attribute: null, before: plainValue(before), after: plainValue(after) }]
  if (column === 'custom_attributes') return attributeChanges('conversation', before, after, names)
  if (column === 'contact.custom_attributes') return attributeChanges('contact', before, after, names)
  return []
}

function attributeChanges(
  owner: 'contact' | 'conversation',
  before: unknown,
  after: unknown,
  names: TrailNames,
): TrailChange[] {
  const [oldValues, newValues] = [asObject(before), asObject(after)]
  return [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])]
    .filter((key) => oldValues[key] !== newValues[key])
    .map((key) => ({
      field: owner === 'contact' ? 'contact_attribute' : 'custom_attribute',
      attribute: names.attribute(owner, key),
      before: plainValue(oldValues[key]),
      after: plainValue(newValues[key]),
    }))
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function plainValue(value: unknown): Value {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return null
}

/** A macro or rule in the event data: a name, or an object with a name. */
function findName(value: unknown): string | null {
  if (typeof value === 'string') return value
  const { name } = asObject(value)
  return typeof name === 'string' ? name : null
}

function messageKindOf({ message_type, private: isPrivate }: Record<string, unknown>): TrailStep['message'] {
  if (message_type === 'incoming') return 'mail'
  if (message_type === 'outgoing') return isPrivate === true ? 'note' : 'reply'
  return null
}
