import type { ActionDescription, UndoableAction } from '@parley/contract/undo/undo'
import type { Db } from '../../db/pool.ts'
import type { Event } from '../../spine/read-events.ts'
import { loadTrailNames, type TrailNames } from '../conversations/trail/trail-names.ts'
import { type Action, macroApplied } from './find-action.ts'
import { inverses } from './inverses.ts'

export async function presentAction(db: Db, action: Action): Promise<UndoableAction> {
  const conversations = await listUuids(db, action)
  return {
    id: action.id,
    at: action.at.toISOString(),
    ...describe(action.events, await loadTrailNames(db, action.events)),
    conversations,
    count: conversations.length,
  }
}

/** The last event says what it was about: resolving an unassigned conversation first assigns it. */
function describe(events: readonly Event[], names: TrailNames): ActionDescription {
  const macro = events.findLast(({ type }) => type === macroApplied)
  if (macro) {
    const { name } = (macro.data as { macro: { name: string } }).macro // written by applyActions
    return { kind: 'macro', what: { macro: name } }
  }
  const last = events.at(-1)
  const inverse = last && inverses[last.type]
  if (!inverse) return { kind: 'change', what: {} }
  const all = events.filter(({ type }) => type === last.type).map((event) => inverse.describe(event, names))
  return all.reduce((total, one) => ({ kind: one.kind, what: mergeLists(total.what, one.what) }))
}

/** In a bulk action, some conversations may have had one of the tags already. */
function mergeLists(a: ActionDescription['what'], b: ActionDescription['what']): ActionDescription['what'] {
  const merged = { ...b }
  for (const [name, list] of Object.entries(a)) {
    const other = b[name]
    if (Array.isArray(list) && Array.isArray(other)) merged[name] = [...new Set([...list, ...other])]
  }
  return merged
}

/** The conversations of an action, in the order in which everything locks several conversations. */
async function listUuids(db: Db, action: Action): Promise<string[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('uuid')
    .where('id', 'in', conversationIds(action))
    .orderBy('id')
    .execute()
  return rows.map(({ uuid }) => uuid)
}

const conversationIds = ({ events }: Action): number[] => [
  ...new Set(events.flatMap(({ conversation_id }) => (conversation_id === null ? [] : [conversation_id]))),
]
