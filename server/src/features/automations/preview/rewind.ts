import type { Event } from '../../../spine/read-events.ts'
import type { SnapshotRow } from '../evaluate/snapshot.ts'

type Changes = Record<string, [unknown, unknown]>

const dateColumns = new Set(['first_reply_at', 'last_reply_at', 'resolved_at'])
const rewindableColumns = [
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
  'is_spam_suggested',
] as const satisfies readonly (keyof SnapshotRow)[]

/** Restores a conversation to its state right after an event, or at a point in time, by undoing later changes. `laterEvents` is newest first. */
export function rewindConversation(
  row: SnapshotRow,
  laterEvents: readonly Pick<Event, 'id' | 'at' | 'changes'>[],
  { event, at }: { event: Pick<Event, 'id'> | null; at: Date },
): SnapshotRow {
  const past: Record<string, unknown> = { ...row }
  for (const one of laterEvents) {
    if (event ? one.id <= event.id : one.at <= at) continue
    const changes = one.changes as Changes // written by insertEvent
    for (const column of rewindableColumns) {
      const change = changes[column]
      if (change) past[column] = toColumnValue(column, change[0])
    }
    const contact = changes['contact.custom_attributes']
    if (contact) past.contact_attributes = contact[0] ?? {}
  }
  // Closed again later: at this time it was not closed, or had been closed earlier, which readSnapshotRows handles by time.
  if (past.status_category !== 'closed') past.closed_since = null
  return past as SnapshotRow // the same keys, with values of the same columns
}

const toColumnValue = (column: string, value: unknown) =>
  dateColumns.has(column) && typeof value === 'string' ? new Date(value) : value
