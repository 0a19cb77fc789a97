import { trashDays } from '@parley/contract/conversations/trash'
import type { Actor } from '../../../actor.ts'
import { lockByIdEvenHidden } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import type { Secrets } from '../../../secrets.ts'
import { purgeConversation } from './purge-conversation.ts'

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
  await purgeConversation(tx, secrets, c)
  return true
}
