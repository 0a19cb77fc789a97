import { sql } from 'kysely'
import type { Backfill } from '../backfills/backfill.ts'
import { estimateRows } from '../backfills/estimate-rows.ts'
import type { Db } from '../db/pool.ts'
import { toConversationIndexRow } from './index-conversation.ts'
import { indexFiles } from './index-files.ts'
import { type MessageText, senderName, toMessageIndexRow } from './index-message.ts'
import { readConversationTexts } from './read-conversation-texts.ts'

/** Indexes rows from before search existed, newest first: the cursor is the lowest id that is done. */
const newestFirst = (
  table: 'messages' | 'conversations' | 'media',
  name: string,
  addBatch: (db: Db, below: number, limit: number) => Promise<number[]>,
): Backfill => ({
  name,
  estimate: (db) => estimateRows(db, table),
  async handleBatch(db, cursor, limit) {
    const below = cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const ids = await addBatch(db, below, limit)
    const lowest = ids.at(-1)
    return { cursor: lowest === undefined ? null : String(lowest), done: ids.length }
  },
})

export const searchMessagesBackfill = newestFirst('messages', 'search_messages', async (db, below, limit) => {
  const { rows } = await sql<MessageText & { type: string }>`
    select m.id, coalesce(c.merge_root_id, c.id) as conversation_id, m.created_at, m.sender_id, m.text_content, m.has_attachments, m.meta, m.type,
      ${senderName} as sender_name
    from messages m join conversations c on c.id = m.conversation_id where m.id < ${below} order by m.id desc limit ${limit}`.execute(
    db,
  )
  const indexRows = rows.filter(({ type }) => type !== 'activity').map(toMessageIndexRow)
  if (indexRows.length > 0)
    await db
      .insertInto('search_messages')
      .values(indexRows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return rows.map(({ id }) => id)
})

export const searchConversationsBackfill = newestFirst(
  'conversations',
  'search_conversations',
  async (db, below, limit) => {
    const rows = await readConversationTexts(db, sql`c.id < ${below} order by c.id desc limit ${limit}`)
    if (rows.length > 0)
      await db
        .insertInto('search_conversations')
        .values(rows.map(toConversationIndexRow))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return rows.map(({ id }) => id)
  },
)

/** Names of files, which are added to the rows of their messages. */
export const searchFilesBackfill = newestFirst('media', 'search_files', async (db, below, limit) => {
  const { rows } = await sql<{ id: number; message_id: number | null }>`
    select id, message_id from media where id < ${below} order by id desc limit ${limit}`.execute(db)
  const messages = new Set(rows.flatMap(({ message_id }) => message_id ?? []))
  for (const message_id of messages) await indexFiles(db, message_id)
  return rows.map(({ id }) => id)
})
