import { sql } from 'kysely'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import type { SystemMailData } from '../../system-mail/queue-system-mail.ts'

const singleTemplate = 'Conversation assigned'
const batchTemplate = 'Conversations assigned'
/** Fewer conversations are notified one by one; their emails belong to the threads of the conversations. */
export const minBatchSize = 4

/**
 * Before an assignment email is sent: merges other pending assignments of the agent. Duplicates of one conversation are dropped; several
 * conversations become one email, which replaces the current one. Workers that pick up the others find them deleted.
 */
export async function batchAssignments(tx: Tx, id: number): Promise<void> {
  const due = await tx.db
    .selectFrom('system_mails')
    .select('agent_id')
    .where('id', '=', id)
    .where('template', '=', singleTemplate)
    .where('status', '=', 'pending')
    .where('attempts', '=', 0)
    .executeTakeFirst()
  if (!due) return
  // Before any row lock: of several workers the first one merges, the others then find nothing.
  await sql`select pg_advisory_xact_lock(hashtext(${`assignments of ${due.agent_id}`}))`.execute(tx.db)
  const rows = await tx.db
    .selectFrom('system_mails')
    .select(['id', 'conversation_id', 'data'])
    .where('agent_id', '=', due.agent_id)
    .where('template', '=', singleTemplate)
    .where('status', '=', 'pending')
    .where('attempts', '=', 0)
    .where('conversation_id', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const current = rows.find((row) => row.id === id)
  if (!current) return
  const others = rows.filter((row) => row.id !== id)
  const conversation_ids = [...new Set(rows.map((row) => row.conversation_id ?? 0))]
  const isMany = conversation_ids.length >= minBatchSize
  const merged = isMany ? others : others.filter((row) => row.conversation_id === current.conversation_id)
  if (merged.length > 0)
    await tx.db
      .deleteFrom('system_mails')
      .where(
        'id',
        'in',
        merged.map((row) => row.id),
      )
      .execute()
  if (!isMany) return
  const authors = new Set(rows.map((row) => (row.data as SystemMailData).author_id)) // written by notify
  const [author_id] = authors
  const data: SystemMailData = {
    conversation_ids,
    ...(authors.size === 1 && author_id !== undefined && { author_id }),
  }
  await tx.db
    .updateTable('system_mails')
    .set({ template: batchTemplate, conversation_id: null, data: json(data), updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}
