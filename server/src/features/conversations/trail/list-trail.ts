import type { TrailEntry } from '@parley/contract/conversations/conversation-events'
import { Explanation } from '@parley/contract/conversations/explanation'
import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { getVisible } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'
import { messageIdsOf, presentTrailStep } from './present-trail-step.ts'
import { loadTrailNames } from './trail-names.ts'

type Query = { cursor?: number | undefined; message_id?: number | undefined; page_size: number }

/** The changes of a conversation, newest first: who or what made each one, and the chain of events that caused it. */
export async function listTrail(
  db: Db,
  actor: Actor,
  uuid: string,
  query: Query,
): Promise<{ results: TrailEntry[]; next_cursor: string | null }> {
  const c = await getVisible(db, actor, uuid)
  const events = await readPage(db, actor, c.id, query)
  const causes = await readCauses(db, c.id, events)
  const allEvents = [...events, ...causes.values()]
  const names = await loadTrailNames(db, allEvents)
  const reasons = await readReasons(db, allEvents)
  const last = events.length === query.page_size ? events.at(-1) : undefined
  return {
    results: events.map((event) => ({
      ...presentTrailStep(event, names, reasons),
      because: causalChain(event, causes).map((cause) => presentTrailStep(cause, names, reasons)),
    })),
    next_cursor: last ? String(last.id) : null,
  }
}

/** What concerns nobody but the agent: read marks and following. */
const privateEvents = [
  'conversation.seen',
  'conversation.followed',
  'conversation.unfollowed',
  'draft.changed',
]

/**
 * Events of one conversation are written under its lock, so here the ids are in order. A
 * held reply is visible only to its author (docs/spec/product-decisions.md#undo-send).
 */
async function readPage(
  db: Db,
  actor: Actor,
  conversation_id: number,
  { cursor, message_id, page_size }: Query,
): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select e.* from events e
    where e.conversation_id = ${conversation_id} and e.type not in (${sql.join(privateEvents)})
      and (${cursor ?? null}::bigint is null or e.id < ${cursor ?? null})
      and (${message_id ?? null}::bigint is null or e.id <= (
        select min(of.id) from events of
        where of.conversation_id = ${conversation_id} and of.data->'message_ids' @> to_jsonb(${message_id ?? null}::bigint)))
      and not exists (
        select from messages m
        where m.id = e.message_id and m.held_until is not null and m.status = 'pending' and m.sender_id <> ${actor.id})
    order by e.id desc limit ${page_size}`.execute(db)
  return rows
}

/** Causes in other conversations are left out, because the reader may not have access to them. */
async function readCauses(db: Db, conversation_id: number, events: Event[]): Promise<Map<number, Event>> {
  const causesById = new Map<number, Event>()
  let causeIds = causeIdsOf(events)
  // A chain has at most eight links (architecture, "Loops").
  while (causeIds.length > 0) {
    const { rows } = await sql<Event>`
      select * from events where conversation_id = ${conversation_id} and id = any(${causeIds})`.execute(db)
    for (const row of rows) causesById.set(row.id, row)
    causeIds = causeIdsOf(rows).filter((id) => !causesById.has(id))
  }
  return causesById
}

/**
 * The explanations of automatic changes, by the id of the activity line or message they created. An explanation that
 * can no longer be parsed is left out.
 */
async function readReasons(db: Db, events: Event[]): Promise<Map<number, Explanation>> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', sql<unknown>`coalesce(activity, meta)->'why'`.as('why')])
    .where('id', 'in', [0, ...events.flatMap(messageIdsOf)])
    .where(sql<boolean>`coalesce(activity, meta) ? 'why'`)
    .execute()
  return new Map(
    rows.flatMap(({ id, why }): [number, Explanation][] => {
      const { data } = Explanation.safeParse(why)
      return data ? [[id, data]] : []
    }),
  )
}

const causeIdsOf = (events: Event[]) => [
  ...new Set(events.flatMap(({ cause_id }) => (cause_id === null ? [] : [cause_id]))),
]

function causalChain(event: Event, causes: Map<number, Event>): Event[] {
  const chain: Event[] = []
  for (let cause = causeOf(event, causes); cause && !chain.includes(cause); cause = causeOf(cause, causes))
    chain.push(cause)
  return chain
}

const causeOf = ({ cause_id }: Event, causes: Map<number, Event>) =>
  cause_id === null ? undefined : causes.get(cause_id)
