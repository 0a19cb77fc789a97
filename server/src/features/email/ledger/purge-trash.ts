import { trashDays } from '@parley/contract/conversations/trash'
import type { Actor } from '../../../actor.ts'
import { lockByIdEvenHidden } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import type { Secrets } from '../../../secrets.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { eraseContent } from './erase-delivery.ts'

type Deps = { db: Db; act: Act; system: Actor; secrets: Secrets }

const batchSize = 100

/** Job, hourly: deletes conversations permanently that have been in the trash for long enough, each in its own transaction. */
export async function purgeTrash({ db, act, system, secrets }: Deps, now: Date): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('conversations')
      .select('id')
      .where('deleted_at', '<=', purgedBefore(now))
      .where('merged_into_id', 'is', null)
      .orderBy('deleted_at')
      .limit(batchSize)
      .execute()
    let count = 0
    for (const { id } of rows) if (await act(system, (tx) => purgeExpired(tx, secrets, id))) count++
    // What could not be deleted now is tried again in an hour.
    if (rows.length < batchSize || count === 0) return
  }
}

const purgedBefore = (now: Date) => new Date(now.getTime() - trashDays * 86_400_000)

/** Checks again under the lock: a reply may have restored it. Takes along what was merged into it. */
async function purgeExpired(tx: Tx, secrets: Secrets, id: number): Promise<boolean> {
  const c = await lockByIdEvenHidden(tx, id)
  if (!c?.deleted_at || c.deleted_at > purgedBefore(tx.now) || c.merged_into_id !== null) return false
  await purge(tx, secrets, c)
  return true
}

async function purge(tx: Tx, secrets: Secrets, c: ConversationRow): Promise<void> {
  const merged = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('merged_into_id', '=', c.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const source of merged) await purge(tx, secrets, source)
  await eraseMail(tx, secrets, c)
  await releaseFiles(tx, c)
  // Messages, search rows, surveys and everything else of the conversation goes with it; events stay, and contain no text.
  await tx.db.deleteFrom('conversations').where('id', '=', c.id).execute()
  await tx.record({
    type: 'conversation.purged',
    conversation: { before: c, after: c },
    data: { uuid: c.uuid, reference_number: c.reference_number, version: c.version + 1 },
  })
}

/** The ledger still adds up, and tombstones keep the mail from being imported or received again. */
async function eraseMail(tx: Tx, secrets: Secrets, { id }: ConversationRow): Promise<void> {
  const deliveries = await tx.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('conversation_id', '=', id)
    .where('state', 'in', ['threaded', 'ignored'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const delivery of deliveries) await eraseContent(tx, secrets, delivery)
}

/** They become unused uploads of nobody, which are removed a day later unless another message has the same bytes. */
const releaseFiles = (tx: Tx, { id }: ConversationRow) =>
  tx.db
    .updateTable('media')
    .set({ message_id: null, uploaded_by_id: null, created_at: tx.now, updated_at: tx.now })
    .where('message_id', 'in', (eb) =>
      eb.selectFrom('messages').select('id').where('conversation_id', '=', id),
    )
    .execute()
