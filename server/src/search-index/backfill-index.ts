import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { DB } from '../db/schema.ts'
import { type ConversationText, indexConversation, toConversationIndexRow } from './index-conversation.ts'
import { indexFiles } from './index-files.ts'
import { type MessageText, senderName, toMessageIndexRow } from './index-message.ts'

const kinds = ['messages', 'conversations', 'files'] as const
type Kind = (typeof kinds)[number]

/**
 * Backfills the index with rows from before search existed, newest first. Returns after `ms` or when nothing is left.
 * The checkpoint is saved with each batch, so a restart continues where it stopped.
 */
export async function backfillIndex(
  db: Db,
  { ms, batch }: { ms: number; batch: number },
): Promise<'done' | 'more'> {
  const deadline = performance.now() + ms
  while ((await reindexStale(db, batch)) > 0) if (performance.now() > deadline) return 'more'
  for (const kind of kinds)
    while (await backfillBatch(db, kind, batch)) if (performance.now() > deadline) return 'more'
  return 'done'
}

const backfillBatch = (db: Db, kind: Kind, batch: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const checkpoint = await trx
      .selectFrom('search_progress')
      .select('below')
      .where('kind', '=', kind)
      .where('below', '>', 0)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!checkpoint) return false
    const lowest = await addBatch[kind](trx, checkpoint.below, batch)
    await trx.updateTable('search_progress').set({ below: lowest }).where('kind', '=', kind).execute()
    return lowest > 0
  })

/** Returns the lowest id added; 0 when there are no more. */
async function addMessages(db: Kysely<DB>, below: number, batch: number): Promise<number> {
  const { rows } = await sql<MessageText & { type: string }>`
    select m.id, coalesce(c.merge_root_id, c.id) as conversation_id, m.created_at, m.sender_id, m.text_content, m.has_attachments, m.meta, m.type,
      ${senderName} as sender_name
    from messages m join conversations c on c.id = m.conversation_id where m.id < ${below} order by m.id desc limit ${batch}`.execute(
    db,
  )
  const indexRows = rows.filter(({ type }) => type !== 'activity').map(toMessageIndexRow)
  if (indexRows.length > 0)
    await db
      .insertInto('search_messages')
      .values(indexRows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return rows.at(-1)?.id ?? 0
}

async function addConversations(db: Kysely<DB>, below: number, batch: number): Promise<number> {
  const rows = await readConversations(db, sql`c.id < ${below} order by c.id desc limit ${batch}`)
  if (rows.length > 0)
    await db
      .insertInto('search_conversations')
      .values(rows.map(toConversationIndexRow))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return rows.at(-1)?.id ?? 0
}

/** File names from before they were indexed, and of messages added just now. */
async function addFiles(db: Kysely<DB>, below: number, batch: number): Promise<number> {
  const { rows } = await sql<{ id: number; message_id: number | null }>`
    select id, message_id from media where id < ${below} order by id desc limit ${batch}`.execute(db)
  const messages = new Set(rows.flatMap(({ message_id }) => message_id ?? []))
  for (const message_id of messages) await indexFiles(db, message_id)
  return rows.at(-1)?.id ?? 0
}

const addBatch = { messages: addMessages, conversations: addConversations, files: addFiles }

/** Reindexes conversations whose subject or contact changed. Returns how many. */
export const reindexStale = (db: Db, batch: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { rows: stale } = await sql<{ id: number }>`
      delete from search_stale where conversation_id in (
        select conversation_id from search_stale limit ${batch} for update skip locked)
      returning conversation_id as id`.execute(trx)
    const ids = stale.map(({ id }) => id)
    for (const conversation of await readConversations(trx, sql`c.id = any(${ids})`))
      await indexConversation(trx, conversation)
    return ids.length
  })

async function readConversations(
  db: Kysely<DB>,
  condition: RawBuilder<unknown>,
): Promise<ConversationText[]> {
  const { rows } = await sql<ConversationText>`
    select c.id, c.created_at, c.subject, c.contact_id, k.first_name || ' ' || k.last_name || ' ' || coalesce(k.email, '') as contact_name
    from conversations c join contacts k on k.id = c.contact_id where ${condition}`.execute(db)
  return rows
}
