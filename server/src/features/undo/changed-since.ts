import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { type AppError, conflict } from '../../http/errors.ts'
import type { Event } from '../../spine/read-events.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { loadTrailNames } from '../conversations/trail/trail-names.ts'
import type { Inverse } from './inverse.ts'
import { ChangedSince, changesOf } from './inverses.ts'

/** Throws ChangedSince if a value is no longer the one that the event left. */
export function assertUnchanged(c: ConversationRow, event: Event, { unchanged }: Inverse): void {
  for (const [column, noun] of Object.entries(unchanged)) {
    const change = changesOf(event)[column]
    const current = c[column as keyof ConversationRow] // the keys of `unchanged` are columns
    if (change && JSON.stringify(current) !== JSON.stringify(change[1])) throw new ChangedSince(column, noun)
  }
}

/** The refusal, naming who changed it: "Ana changed the status since". */
export async function explainChange(
  tx: Tx,
  c: ConversationRow,
  action_events: readonly Event[],
  { column, noun }: ChangedSince,
): Promise<AppError> {
  const last_id = Math.max(...action_events.map(({ id }) => id))
  const { rows } = await sql<Event>`
    select e.* from events e
    where e.conversation_id = ${c.id} and e.id > ${last_id} and e.changes ? ${column}
    order by e.id desc limit 1`.execute(tx.db)
  const [change] = rows
  if (!change) return conflict(`The ${noun} has changed since`)
  if (change.type === 'conversation.woken') return conflict('The snooze has ended since')
  if (change.type === 'conversation.reopened' || change.type === 'conversation.restored_by_reply')
    return conflict('The customer has replied since')
  const did = trashed[change.type] ?? `changed the ${noun}`
  return conflict(`${await nameActor(tx, change)} ${did} since`)
}

const trashed: Readonly<Record<string, string>> = {
  'conversation.trashed': 'moved it to the trash',
  'conversation.marked_spam': 'moved it to spam',
  'conversation.restored': 'restored it',
  'conversation.marked_not_spam': 'marked it as not spam',
}

async function nameActor(tx: Tx, change: Event): Promise<string> {
  if (change.actor_kind === 'rule') return 'A rule'
  if (change.actor_kind === 'system' || change.actor_kind === 'operator') return 'Parley'
  if (change.actor_id === tx.actor.id && change.actor_kind === tx.actor.kind) return 'You'
  return (await loadTrailNames(tx.db, [change])).person(change.actor_id) ?? 'Somebody'
}
