import { type DraftContent, draftRetentionDays } from '@parley/contract/messages/drafts'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import type { DraftRow } from './drafts.ts'

/** Older versions of a draft beyond these are dropped, oldest first. */
const maxVersions = 20

/** Keeps a text of this draft for recovery. */
export async function keepVersion(
  tx: Tx,
  { id: draft_id }: Pick<DraftRow, 'id'>,
  content: DraftContent | NonNullable<DraftRow['content']>,
): Promise<void> {
  await tx.db
    .insertInto('draft_versions')
    .values({ draft_id, saved_at: tx.now, content: json(content) })
    .execute()
  await tx.db
    .deleteFrom('draft_versions')
    .where('draft_id', '=', draft_id)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('draft_versions')
        .select('id')
        .where('draft_id', '=', draft_id)
        .orderBy('id', 'desc')
        .limit(maxVersions),
    )
    .execute()
}

/** Job, hourly: forgets drafts that ended a month ago, and older versions. Drafts with content are never removed. */
export async function purgeDrafts(db: Db, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - draftRetentionDays * 86_400_000)
  await db.deleteFrom('draft_versions').where('saved_at', '<', limit).execute()
  await db.deleteFrom('drafts').where('content', 'is', null).where('updated_at', '<', limit).execute()
}
