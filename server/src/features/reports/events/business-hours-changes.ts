import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Event } from '../../../spine/read-events.ts'

type HoursEvent = Pick<Event, 'id' | 'at' | 'type' | 'object_id' | 'changes' | 'data'>

const fields: Record<string, readonly string[]> = {
  business_hours: ['hours', 'holidays', 'is_always_open'],
  team: ['business_hours_id', 'timezone'],
  settings: ['app.timezone', 'app.business_hours_id'],
}
const types = ['business_hours', 'team']
  .flatMap((kind) => [`${kind}.created`, `${kind}.changed`, `${kind}.deleted`])
  .concat('settings.changed')

/** Longer than any transaction between the time of its events and its commit. */
const maxTransactionMs = 600_000

/**
 * Stores changes of business hours since the last run, including events ahead of the consumer: an event of yesterday is measured in
 * yesterday's business hours even if they changed this morning.
 */
export async function saveHoursChanges(tx: Tx): Promise<void> {
  const { hours_known_at } = await tx.db
    .selectFrom('report_state')
    .select('hours_known_at')
    .executeTakeFirstOrThrow()
  const since = hours_known_at && new Date(hours_known_at.getTime() - maxTransactionMs)
  const { rows: events } = await sql<HoursEvent>`
    select id, at, type, object_id, changes, data from events
    where conversation_id is null and type = any(${types}) and at >= ${since ?? '-infinity'}::timestamptz`.execute(
    tx.db,
  )
  const rows = events.flatMap(changeRows)
  for (let at = 0; at < rows.length; at += 1000)
    await tx.db
      .insertInto('report_hours_changes')
      .values(rows.slice(at, at + 1000))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await tx.db.updateTable('report_state').set({ hours_known_at: tx.now }).execute()
}

function changeRows({ id, at, type, object_id, changes, data }: HoursEvent) {
  const kind = type.split('.')[0] ?? ''
  const pairs = changes as Record<string, [unknown, unknown]> // as spine/record-event.ts writes them
  const prefix = { business_hours: `hours:${object_id}:`, team: `team:${object_id}:` }[kind] ?? ''
  const own = (fields[kind] ?? []).flatMap((field) => {
    const pair = pairs[field]
    return pair ? [rowOf(`${prefix}${field}`, pair)] : []
  })
  // Teams lose deleted business hours through the foreign key, without an event of their own.
  const { teams = [] } = data as { teams?: number[] }
  const lost =
    type === 'business_hours.deleted'
      ? teams.map((team) => rowOf(`team:${team}:business_hours_id`, [object_id, null]))
      : []
  return [...own, ...lost]

  function rowOf(key: string, [before, after]: [unknown, unknown]) {
    return { event_id: id, key, at, before: json(before), after: json(after) }
  }
}
