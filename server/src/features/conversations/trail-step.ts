import type { TrailChange, TrailStep } from '@parley/contract/conversation-events'
import type { Explanation } from '@parley/contract/explanation'
import type { Event } from '../../spine/read.ts'
import { type Names, pointers } from './trail-names.ts'

type Value = TrailChange['before']
type Pair = [unknown, unknown]

/** One event as the trail tells it: only the fields named here, so that whatever else an event carries stays inside. */
export function presentStep(
  event: Event,
  names: Names,
  reasons: ReadonlyMap<number, Explanation>,
): TrailStep {
  const data = event.data as Record<string, unknown> // written by insertEvent
  const message_ids = messageIdsOf(event)
  const why = message_ids.map((id) => reasons.get(id)).find((one) => one !== undefined) ?? null
  // Commands on the server change accounts, never conversations.
  const kind = event.actor_kind === 'operator' ? 'system' : event.actor_kind
  const named = kind !== 'system' && kind !== 'rule'
  return {
    id: event.id,
    at: event.at.toISOString(),
    type: event.type,
    actor: {
      kind,
      id: event.actor_id,
      name: named ? names.person(event.actor_id) : kind === 'rule' ? ruleIn(why) : null,
    },
    changes: Object.entries(event.changes as Record<string, Pair>).flatMap(([column, pair]) =>
      presentChange(event, column, pair, names),
    ),
    name: nameIn(data.macro) ?? nameIn(data.rule),
    message: messageOf(data),
    message_ids,
    why,
    depth: event.depth,
  }
}

/** Messages and activity lines that came of it. */
export function messageIdsOf({ data }: Event): number[] {
  const { message_ids } = asObject(data)
  return Array.isArray(message_ids) ? message_ids.filter((id) => typeof id === 'number') : []
}

const ruleIn = (why: Explanation | null) => (why?.by === 'rule' ? why.rule : null)

const pointed: Record<string, TrailChange['field']> = {
  assigned_user_id: 'assigned_user',
  contact_id: 'contact',
  assigned_team_id: 'assigned_team',
  status_id: 'status',
  priority_id: 'priority',
  sla_policy_id: 'sla_policy',
  inbox_id: 'inbox',
}
const plain: Record<string, TrailChange['field']> = {
  tags: 'tags',
  subject: 'subject',
  snoozed_until: 'snoozed_until',
}

function presentChange(event: Event, column: string, [before, after]: Pair, names: Names): TrailChange[] {
  const kind = pointers[column]
  const field = pointed[column]
  if (kind && field) {
    const named = (id: unknown) => (typeof id === 'number' ? names.of(kind, id) : null)
    return [{ field, attribute: null, before: named(before), after: named(after) }]
  }
  const same = plain[column]
  if (same) return [{ field: same, attribute: null, before: plainValue(before), after: plainValue(after) }]
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
  names: Names,
): TrailChange[] {
  const [old, now] = [asObject(before), asObject(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((key) => old[key] !== now[key])
    .map((key) => ({
      field: owner === 'contact' ? 'contact_attribute' : 'custom_attribute',
      attribute: names.attribute(owner, key),
      before: plainValue(old[key]),
      after: plainValue(now[key]),
    }))
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function plainValue(value: unknown): Value {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return null
}

/** A macro or rule in an event's data: its name, or an object with one. */
function nameIn(what: unknown): string | null {
  if (typeof what === 'string') return what
  const { name } = asObject(what)
  return typeof name === 'string' ? name : null
}

function messageOf({ message_type, private: isPrivate }: Record<string, unknown>): TrailStep['message'] {
  if (message_type === 'incoming') return 'mail'
  if (message_type === 'outgoing') return isPrivate === true ? 'note' : 'reply'
  return null
}
