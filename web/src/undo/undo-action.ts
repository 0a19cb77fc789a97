import { type UndoneAction, type UndoOutcome, undoAction } from '@parley/contract/undo/undo'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { randomId } from '../lib/browser/random-id.ts'
import { applyOptimisticUpdate, type OptimisticUpdate } from '../realtime/apply-event.ts'
import { currentConnection } from '../realtime/connection.ts'
import { type LoggedAction, lastAction, removeAction } from './action-log.ts'

/** What was undone; the action may have taken several requests. */
export type Undone = Pick<UndoneAction, 'kind' | 'what' | 'count' | 'outcomes'> & {
  redo_ids: number[]
  /** The conversation that the action left. */
  return_to?: string | undefined
}

/** Undoes the newest action of this tab, else the last one that the server knows of, such as one before a reload. */
export async function undoNewest(cache: QueryClient): Promise<Undone | null> {
  for (let action = lastAction(); action; action = lastAction()) {
    const undone = await undoLogged(cache, action)
    if (undone) return undone
  }
  return undoAll(cache, [undefined])
}

/**
 * Undoes an action of this tab, with an optimistic update. Null if there is nothing left of it: it failed, changed
 * nothing, or was undone in another tab. If the server can't be reached, the action can be undone later.
 */
export async function undoLogged(cache: QueryClient, action: LoggedAction): Promise<Undone | null> {
  if (action.undo) return undoByRequest(action, action.undo)
  const updates = new Map<string, OptimisticUpdate>()
  for (const [uuid, previous] of action.previous)
    updates.set(uuid, applyOptimisticUpdate(cache, uuid, previous))
  try {
    // It may be undone before the server has answered the change itself.
    const ids = await action.event_ids
    const undone = ids.length > 0 ? await undoAll(cache, ids) : null
    removeAction(action)
    for (const { uuid, ok } of undone?.outcomes ?? []) {
      if (ok) updates.get(uuid)?.confirm()
      if (ok) updates.delete(uuid)
    }
    const { kind, what, count, return_to } = action
    return undone && { ...undone, kind, what, count, return_to }
  } finally {
    for (const update of updates.values()) update.rollback()
  }
}

async function undoByRequest(action: LoggedAction, undo: () => Promise<UndoOutcome>): Promise<Undone> {
  const outcome = await undo()
  removeAction(action)
  const { kind, what, count, return_to } = action
  return { kind, what, count, return_to, outcomes: [outcome], redo_ids: [] }
}

/** Undoing an undo restores the action. */
export const redo = (cache: QueryClient, ids: readonly number[]): Promise<Undone | null> =>
  undoAll(cache, ids)

/** The newest first. Skips what was undone already. */
async function undoAll(cache: QueryClient, ids: readonly (number | undefined)[]): Promise<Undone | null> {
  const all: UndoneAction[] = []
  for (const id of ids.toReversed()) {
    const one = await undoOne(id)
    if (one) all.push(one)
  }
  const [first] = all
  if (!first) return null
  const outcomes = all.flatMap((one) => one.outcomes)
  // Otherwise events bring the restored rows.
  if (currentConnection() !== 'open' || outcomes.some(({ ok }) => !ok)) refetch(cache)
  return {
    ...first,
    count: outcomes.length,
    outcomes,
    redo_ids: all.flatMap(({ redo_id }) => redo_id ?? []),
  }
}

async function undoOne(id: number | undefined, idempotency_key = randomId()): Promise<UndoneAction | null> {
  try {
    return await call(undoAction, { body: id === undefined ? {} : { id }, idempotency_key })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return null
    throw error
  }
}

function refetch(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
  void cache.invalidateQueries({ queryKey: queryKeys.allConversations })
}
