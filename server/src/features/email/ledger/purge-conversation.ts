import type { Tx } from '../../../db/transaction.ts'
import type { Secrets } from '../../../secrets.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { eraseContent } from './erase-delivery.ts'

export type Purged = { conversations: number; messages: number; files: number; emails: number; bytes: number }

/**
 * Deletes a locked conversation permanently, with its mail and everything that was merged into it. Its raw mail is removed an hour later,
 * its files a day later unless `releaseFiles` does otherwise. Browsers learn of it, and so do webhooks if it wasn't in the trash.
 */
export async function purgeConversation(
  tx: Tx,
  secrets: Secrets,
  c: ConversationRow,
  releaseFiles: (tx: Tx, c: ConversationRow) => Promise<{ size: number }[]> = releaseAsUnused,
): Promise<Purged> {
  const merged = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('merged_into_id', '=', c.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const purged: Purged = { conversations: 1, messages: 0, files: 0, emails: 0, bytes: 0 }
  for (const source of merged) addPurged(purged, await purgeConversation(tx, secrets, source, releaseFiles))
  const emails = await eraseMail(tx, secrets, c)
  const files = await releaseFiles(tx, c)
  const { count } = await tx.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('conversation_id', '=', c.id)
    .where('type', '<>', 'activity')
    .executeTakeFirstOrThrow()
  addPurged(purged, {
    ...{ conversations: 0, messages: count, files: files.length, emails: emails.length },
    bytes: sum(files.map(({ size }) => size)) + sum(emails.map(({ raw_size }) => raw_size)),
  })
  // First, because deliveries were changed above and refer to both: PostgreSQL would check their message while it is being deleted,
  // depending on the order in which the foreign keys were created.
  await tx.db.deleteFrom('messages').where('conversation_id', '=', c.id).execute()
  // Search rows, surveys and everything else of the conversation goes with it; events stay, and contain no text.
  await tx.db.deleteFrom('conversations').where('id', '=', c.id).execute()
  await tx.record({
    type: 'conversation.purged',
    conversation: { before: c, after: c },
    data: {
      uuid: c.uuid,
      reference_number: c.reference_number,
      version: c.version + 1,
      ...(c.deleted_at === null && { was_listed: true }),
    },
  })
  return purged
}

function addPurged(to: Purged, more: Purged): void {
  for (const key of Object.keys(to) as (keyof Purged)[]) to[key] += more[key]
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** The ledger still adds up, and tombstones keep the mail from being imported or received again. */
async function eraseMail(tx: Tx, secrets: Secrets, { id }: ConversationRow) {
  const deliveries = await tx.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('conversation_id', '=', id)
    .where('state', 'in', ['threaded', 'ignored'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const delivery of deliveries) await eraseContent(tx, secrets, delivery)
  return deliveries
}

/** They become unused uploads of nobody, which are removed a day later unless another message has the same bytes. */
const releaseAsUnused = (tx: Tx, { id }: ConversationRow) =>
  tx.db
    .updateTable('media')
    .set({ message_id: null, uploaded_by_id: null, created_at: tx.now, updated_at: tx.now })
    .where('message_id', 'in', (eb) =>
      eb.selectFrom('messages').select('id').where('conversation_id', '=', id),
    )
    .returning('size')
    .execute()
