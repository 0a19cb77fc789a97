import type { Tag } from '@parley/contract/tags/tags'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'

const record = objectRecorder('tag')

export type TagRow = Selectable<DB['tags']>

export const listTags = (db: Db): Promise<TagRow[]> =>
  db
    .selectFrom('tags')
    .selectAll()
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute()

export async function createTag(tx: Tx, name: string): Promise<TagRow> {
  const tag = await tx.db
    .insertInto('tags')
    .values({ name, created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'tag.created', tag.id, changedFields(null, { name }))
  return tag
}

/** Conversations with the tag show the new name immediately. */
export async function updateTag(tx: Tx, id: number, { name }: { name?: string }): Promise<TagRow> {
  const before = await lockTag(tx, id)
  if (name === undefined || before.name === name) return before
  const after = await tx.db
    .updateTable('tags')
    .set({ name, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'tag.changed', id, changedFields({ name: before.name }, { name }))
  return after
}

/**
 * Removes the tag from its conversations without timeline lines, because nobody made a decision about a single one. The
 * event records how many there were.
 */
export async function deleteTag(tx: Tx, id: number): Promise<void> {
  const { name } = await lockTag(tx, id)
  const { count } = await tx.db
    .selectFrom('conversation_tags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  await tx.db.deleteFrom('tags').where('id', '=', id).execute()
  await record(tx, 'tag.deleted', id, changedFields({ name }, null), { conversations: count })
}

export async function getTag(db: Db, id: number): Promise<TagRow> {
  const tag = await db.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirst()
  if (!tag) throw notFound('Tag')
  return tag
}

export async function lockTag(tx: Tx, id: number): Promise<TagRow> {
  const tag = await tx.db.selectFrom('tags').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!tag) throw notFound('Tag')
  return tag
}

export const presentTag = (row: TagRow): Tag => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  name: row.name,
})
