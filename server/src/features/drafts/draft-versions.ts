import { type DraftContent, draftRetentionDays, maxDraftVersionBytes } from '@parley/contract/messages/drafts'
import { sql } from 'kysely'
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
  await sql`
    delete from draft_versions where id in (
      select id from (
        select v.id, sum(pg_column_size(v.content)) over (order by v.id desc) as bytes
        from draft_versions v join drafts d on d.id = v.draft_id where d.agent_id = ${tx.actor.id}) as kept
      where bytes > ${maxDraftVersionBytes})`.execute(tx.db)
}

/** Job, hourly: forgets drafts that ended a month ago, and older versions. Drafts with content are never removed. */
export async function purgeDrafts(db: Db, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - draftRetentionDays * 86_400_000)
  await db.deleteFrom('draft_versions').where('saved_at', '<', limit).execute()
  await db.deleteFrom('drafts').where('content', 'is', null).where('updated_at', '<', limit).execute()
}
