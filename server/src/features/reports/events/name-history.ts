import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Event } from '../../../spine/read-events.ts'

/** From here on a tag is another one, or none: what came before is added up first. */
export const isTagMerge = ({ type }: Pick<Event, 'type'>): boolean => type === 'tag.merged'

const deletionEvents: Record<string, 'team' | 'tag'> = { 'team.deleted': 'team', 'tag.deleted': 'tag' }

/** How a team or tag that goes was called: its numbers stay. */
export async function saveDeletedName(tx: Tx, { type, object_id, changes }: Event): Promise<void> {
  const dim = deletionEvents[type]
  const { name } = changes as { name?: [unknown, unknown] } // as spine/changes.ts works them out
  if (!dim || object_id === null || typeof name?.[0] !== 'string') return
  const row = { dim, id: object_id, name: name[0] }
  await tx.db
    .insertInto('report_names')
    .values(row)
    .onConflict((conflict) => conflict.columns(['dim', 'id']).doUpdateSet(row))
    .execute()
}

/** Ids by lower-cased name, those that are gone included, for events that name tags and no ids. */
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
