import type { Event } from '../../spine/read.ts'
import type { Row } from './snapshot.ts'

type Changes = Record<string, [unknown, unknown]>

const instants = new Set(['first_reply_at', 'last_reply_at', 'resolved_at'])
const rewound = [
  'status_id',
  'status_category',
  'priority_id',
  'assigned_team_id',
  'assigned_user_id',
  'inbox_id',
  'sla_policy_id',
  'subject',
  'custom_attributes',
  'first_reply_at',
  'last_reply_at',
  'resolved_at',
] as const satisfies readonly (keyof Row)[]

/** A conversation as it was right after an event, or at a moment: what came later is taken back. `later` has the newest first. */
export function rewind(
  row: Row,
  later: readonly Pick<Event, 'id' | 'at' | 'changes'>[],
  { event, at }: { event: Pick<Event, 'id'> | null; at: Date },
): Row {
  const then: Record<string, unknown> = { ...row }
  for (const one of later) {
    if (event ? one.id <= event.id : one.at <= at) continue
    const changes = one.changes as Changes // written by insertEvent
    for (const column of rewound) {
      const change = changes[column]
      if (change) then[column] = asColumn(column, change[0])
    }
    const contact = changes['contact.custom_attributes']
    if (contact) then.contact_attributes = contact[0] ?? {}
  }
  // Closed again later: it was not closed then, or since an earlier moment, which readRows knows by the instant.
  if (then.status_category !== 'closed') then.closed_since = null
  return then as Row // the same keys, with values of the same columns
}

const asColumn = (column: string, value: unknown) =>
  instants.has(column) && typeof value === 'string' ? new Date(value) : value
