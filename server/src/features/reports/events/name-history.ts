import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Event } from '../../../spine/read-events.ts'

/** A merged tag changes attribution, so everything before it is counted first. */
export const isTagMerge = ({ type }: Pick<Event, 'type'>): boolean => type === 'tag.merged'

const deletionEvents: Record<string, 'team' | 'tag'> = { 'team.deleted': 'team', 'tag.deleted': 'tag' }

/** Keeps the name of a deleted team or tag, because its numbers stay in reports. */
export async function saveDeletedName(tx: Tx, { type, object_id, changes }: Event): Promise<void> {
  const dim = deletionEvents[type]
  const { name } = changes as { name?: [unknown, unknown] } // as spine/changed-fields.ts computes them
  if (!dim || object_id === null || typeof name?.[0] !== 'string') return
  const row = { dim, id: object_id, name: name[0] }
  await tx.db
    .insertInto('report_names')
    .values(row)
    .onConflict((conflict) => conflict.columns(['dim', 'id']).doUpdateSet(row))
    .execute()
}

/** Tag ids by lower-case name, including deleted tags, for events that contain names but no ids. */
export async function readTagIdsByName(
  db: Db,
  events: readonly Event[],
): Promise<ReadonlyMap<string, number>> {
  const namesOnly = (event: Event) =>
    event.type === 'conversation.tags_changed' && !('added' in (event.data as object))
  if (!events.some(namesOnly)) return new Map()
  const past = await db.selectFrom('report_names').select(['id', 'name']).where('dim', '=', 'tag').execute()
  const present = await db.selectFrom('tags').select(['id', 'name']).execute()
  return new Map([...past, ...present].map(({ id, name }) => [name.toLowerCase(), id]))
}
