import { undoMinutes } from '@parley/contract/undo/undo'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { Event } from '../../spine/read-events.ts'
import { inverses } from './inverses.ts'
import { mergeInverses } from './merge-inverses.ts'

/** What an agent did in one transaction. `events` are those that can be undone, and the macros that caused them, oldest first. */
export type Action = { id: number; at: Date; xid: string; events: Event[]; is_undo: boolean }

export const macroApplied = 'conversation.macro_applied'
const types = [...Object.keys(inverses), macroApplied]
const batchSize = 100

/**
 * The caller's newest action that was neither undone nor refused. Undoing is no action itself, so undoing repeatedly
 * walks back; redoing is one. What an API key did is undone with an API key: nobody undoes what a script did.
 */
export async function findLastAction(db: Db, actor: Actor, now: Date): Promise<Action | null> {
  const seen = new Set<string>()
  // Another node's clock may be ahead.
  let cursor = { at: new Date(now.getTime() + undoMinutes * 60_000), id: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const { rows } = await candidates(actor, now, cursor).execute(db)
    for (const row of rows) {
      if (seen.has(row.xid)) continue
      seen.add(row.xid)
      const action = await readAction(db, actor, row)
      if (action) return action
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return null
    cursor = last
  }
}

/** The newest events that may belong to an undoable action. Exported for a test of its plan. */
export const candidates = (actor: Actor, now: Date, cursor: { at: Date; id: number }) =>
  sql<{ id: number; at: Date; xid: string }>`
    select e.id, e.at, e.xid::text as xid from events e
    where ${isOwn(actor)} and e.at > ${oldestUndoable(now)} and (e.at, e.id) < (${cursor.at}, ${cursor.id})
      and e.type = any(${types}) and (not e.data ? 'undoes' or e.data ? 'redo')
      and not exists (select from undo_attempts tried where tried.at = e.at and tried.xid = e.xid)
    order by e.at desc, e.id desc limit ${batchSize}`

/** The caller's action that recorded this event. */
export async function getAction(db: Db, actor: Actor, id: number, now: Date): Promise<Action> {
  // A day more, to distinguish what is too old from what never existed.
  const since = new Date(oldestUndoable(now).getTime() - 86_400_000)
  const { rows } = await sql<{ at: Date; xid: string }>`
    select e.at, e.xid::text as xid from events e
    where ${isOwn(actor)} and e.at > ${since} and e.id = ${id}`.execute(db)
  const action = rows[0] && (await readAction(db, actor, rows[0]))
  if (!action) throw notFound('Action')
  if (action.at <= oldestUndoable(now))
    throw conflict(`This was more than ${undoMinutes} minutes ago, so it can no longer be undone`)
  return action
}

const oldestUndoable = (now: Date) => new Date(now.getTime() - undoMinutes * 60_000)

/** Spelled out like the condition of the index events_actor, which answers it. A limited API key only finds what it may see. */
const isOwn = (actor: Actor) => sql<boolean>`
  e.actor_id = ${actor.id} and e.actor_kind = ${actor.kind} and e.actor_kind in ('agent', 'api_key')
    and e.conversation_id is not null and e.cause_id is null
    and (e.type <> 'conversation.seen' or e.data ? 'read_mark') and ${inScope(actor)}`

const inScope = ({ scope }: Actor) =>
  scope?.inbox_ids
    ? sql`(e.access_after->>'inbox')::bigint = any(${[...scope.inbox_ids]}::bigint[])`
    : sql`true`

async function readAction(
  db: Db,
  actor: Actor,
  { at, xid }: { at: Date; xid: string },
): Promise<Action | null> {
  const { rows } = await sql<Event>`
    select e.* from events e
    where e.at = ${at} and e.xid = ${xid}::xid8 and e.actor_id = ${actor.id} and e.actor_kind = ${actor.kind}
      and e.conversation_id is not null and ${inScope(actor)}
    order by e.id`.execute(db)
  const created = rows.filter(({ type }) => type === 'conversation.created').map((e) => e.conversation_id)
  // What a merge brings along is undone with it.
  const merges = rows.filter(({ type }) => Object.hasOwn(mergeInverses, type)).map(({ id }) => id)
  const events = rows.filter(
    (event) =>
      types.includes(event.type) &&
      isAction(event) &&
      !created.includes(event.conversation_id) &&
      !merges.includes(event.cause_id ?? 0),
  )
  const first = rows[0]
  if (!first || events.every(({ type }) => type === macroApplied)) return null
  const { undoes, redo } = (events[0]?.data ?? {}) as { undoes?: number; redo?: true } // written by insertEvent
  return { id: first.id, at, xid, events, is_undo: undoes !== undefined && !redo }
}

/** Opening a conversation also marks it as read. */
const isAction = ({ type, data }: Event) => type !== 'conversation.seen' || 'read_mark' in (data as object)
