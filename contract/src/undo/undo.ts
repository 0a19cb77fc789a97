import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant } from '../shared/fields.ts'

/** How long an action can be undone. */
export const undoMinutes = 60

/** What an agent did, as data for a sentence in the reader's language. */
export const ActionDescription = z.object({
  /** status, snooze, assign, unassign, assign_team, unassign_team, priority, tags, read, unread, macro, … New kinds may be added. */
  kind: z.string(),
  /** Values for the sentence, such as {status}, {until}, {assignee}, {team}, {priority}, {added, removed} or {macro}. */
  what: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])),
})
export type ActionDescription = z.infer<typeof ActionDescription>

/** An agent's own change of one or more conversations that can still be undone. */
export const UndoableAction = ActionDescription.extend({
  id,
  at: instant,
  /** The conversations that it changed. */
  conversations: z.array(z.uuid()),
  count: z.int(),
})
export type UndoableAction = z.infer<typeof UndoableAction>

/** What happened to one conversation of the action. A refused one is unchanged. */
export const UndoOutcome = z.object({
  uuid: z.uuid(),
  ok: z.boolean(),
  /** Why it was refused: a sentence that names who has changed it since. */
  reason: z.string().nullable(),
  /** Null for a conversation that you may no longer see. */
  reference_number: z.string().nullable(),
})
export type UndoOutcome = z.infer<typeof UndoOutcome>

export const UndoneAction = UndoableAction.extend({
  outcomes: z.array(UndoOutcome),
  /** The id that undoes the undoing, which restores the action. Null if nothing could be undone. */
  redo_id: id.nullable(),
})
export type UndoneAction = z.infer<typeof UndoneAction>

const tag = 'conversations'
export const getUndoableAction = endpoint({
  method: 'GET',
  path: '/api/v1/undo',
  access: 'conversations:read',
  summary: 'Your last action that can be undone, or null',
  tag,
  response: UndoableAction.nullable(),
})
export const undoAction = endpoint({
  method: 'POST',
  path: '/api/v1/undo',
  counts_as_write: false,
  access: 'conversations:read',
  summary:
    'Undo one of your actions; by default the last one. `id` is the X-Event-Id header of its response. Each conversation is restored or refused on its own',
  tag,
  nulls: 'refused',
  body: z
    .object({ id: id.optional() })
    .optional()
    .transform((body) => body ?? {}),
  response: UndoneAction,
  other_error_statuses: [404, 409],
})
