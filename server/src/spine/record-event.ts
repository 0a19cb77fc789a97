import type { Selectable, Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import { json } from '../db/json.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { DB } from '../db/schema.ts'

export type ConversationRow = Selectable<DB['conversations']>

/**
 * Visibility of a conversation depends on these (docs/spec/wire.md#who-sees-a-conversation). The inbox matters only to API keys restricted to some inboxes; older
 * events lack it.
 */
export type AccessKeys = { user: number | null; team: number | null; inbox?: number | null }

/** An event to record. Changes to a conversation and its access keys are derived from the two rows. */
export type NewEvent = {
  /** Past tense, `object.verb`: "conversation.status_changed". */
  type: string
  conversation?: { before: ConversationRow | null; after: ConversationRow }
  /** Messages created or changed by this event, including its activity lines. */
  message_ids?: number[]
  /** Another subject: an agent, a team, an inbox … */
  object?: { type: string; id: number | null }
  changes?: Record<string, [unknown, unknown]>
  data?: Record<string, unknown>
}

export async function insertEvent(
  db: Transaction<DB>,
  actor: Actor,
  at: Date,
  event: NewEvent,
): Promise<number> {
  const { id } = await db
    .insertInto('events')
    .values(eventRow(actor, at, event))
    .returning('id')
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()
  return id
}

/** Several events in order, at most 4,000, because a statement takes 65,535 parameters. */
export async function insertEvents(
  db: Transaction<DB>,
  actor: Actor,
  at: Date,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('events')
    .values(events.map((fact) => eventRow(actor, at, fact)))
    .execute()
}

function eventRow(actor: Actor, at: Date, event: NewEvent) {
  const { before = null, after = null } = event.conversation ?? {}
  return {
    at,
    type: event.type,
    actor_kind: actor.kind,
    actor_id: actor.id,
    conversation_id: after?.id ?? null,
    message_id: event.message_ids?.[0] ?? null,
    object_type: event.object?.type ?? 'conversation',
    object_id: event.object ? event.object.id : (after?.id ?? null),
    changes: json({ ...(before && after && changedColumns(before, after)), ...event.changes }),
    data: json({
      ...event.data,
      ...(event.message_ids && { message_ids: event.message_ids }),
      ...(actor.undoes && { undoes: actor.undoes.id, ...(actor.undoes.is_redo && { redo: true }) }),
    }),
    cause_id: actor.cause?.id ?? null,
    depth: actor.cause ? actor.cause.depth + 1 : 0,
    access_before: before && json(accessKeys(before)),
    access_after: after && json(accessKeys(after)),
  }
}

export const accessKeys = (c: ConversationRow): AccessKeys => ({
  user: c.assigned_user_id,
  team: c.assigned_team_id,
  inbox: c.inbox_id,
})

// Bookkeeping columns are irrelevant to consumers, and message text is never stored in events.
const untrackedColumns = new Set([
  'updated_at',
  'version',
  'unread_counter',
  'last_message',
  'spam_judgement',
])

export function changedColumns<Row extends object>(
  before: Row,
  after: Row,
): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [column, value] of Object.entries(after)) {
    const old = before[column as keyof Row] // Object.entries loses the key's type
    if (!untrackedColumns.has(column) && JSON.stringify(old) !== JSON.stringify(value))
      changes[column] = [old, value]
  }
  return changes
}
