import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { addText, type IndexKeys } from './index-keys.ts'

/** Files that are listed below the message, unlike a logo in a signature. On `media f`. */
export const isListedFile = sql<boolean>`(f.disposition = 'attachment' or f.content_type not like 'image/%')`

/** Makes a message searchable by the names of its files, in the transaction that attaches them. */
export async function indexFiles(db: Db, message_id: number): Promise<void> {
  const { rows } = await sql<{ filename: string }>`
    select f.filename from media f where f.message_id = ${message_id} and ${isListedFile}`.execute(db)
  if (rows.length === 0) return
  const keys: IndexKeys = new Set()
  addText(keys, 'text', rows.map(({ filename }) => filename).join('\n'))
  await sql`update search_messages set keys = array(select unnest(keys) union select unnest(${[...keys]}::integer[]))
    where message_id = ${message_id}`.execute(db)
}
