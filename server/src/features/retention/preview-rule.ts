import type { RetentionPreview, RetentionScope } from '@parley/contract/retention/retention'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { withMerged } from '../../merged-conversations.ts'
import { beforeOf, type ScanCursor, scanLists, scanQuery } from './matching.ts'

/** An administrator waits for it. */
const deadlineMs = 3_000
const batchSize = 10_000
/** Conversations from which the size of all is estimated. */
const sizeSample = 100
const shown = 5

/**
 * Counts what a rule would be about: reads ranges of the index that lists use, and gives up after three seconds with what it has. So it
 * answers in time however many conversations there are; a dry run counts all of them.
 */
export async function previewRule(
  db: Db,
  scope: RetentionScope,
  now: Date,
  deadline_ms = deadlineMs,
): Promise<RetentionPreview> {
  const before = beforeOf(scope, now)
  const end = performance.now() + deadline_ms
  const matched: { id: number; at: Date }[] = []
  let conversations = 0
  let is_complete = true
  for (const list of scanLists(scope)) {
    for (let after: ScanCursor | null = null; ; ) {
      if (performance.now() > end) {
        is_complete = false
        break
      }
      const { rows } = await scanQuery(list, { scope, before, after, limit: batchSize }).execute(db)
      const matching = rows.filter(({ is_match }) => is_match)
      conversations += matching.length
      if (matched.length < sizeSample) matched.push(...matching.slice(0, sizeSample))
      const last = rows.at(-1)
      if (!last || rows.length < batchSize) break
      after = { list: 0, at: last.at.toISOString(), id: last.id }
    }
  }
  const oldest = matched.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const measured = oldest.slice(0, sizeSample)
  const bytes = await measure(
    db,
    measured.map(({ id }) => id),
  )
  return {
    conversations,
    is_complete,
    oldest_at: oldest[0]?.at.toISOString() ?? null,
    estimated_bytes: measured.length === 0 ? 0 : Math.round((bytes.bytes / measured.length) * conversations),
    sample: await readSample(db, oldest.slice(0, shown)),
  }
}

async function readSample(db: Db, rows: { id: number; at: Date }[]): Promise<RetentionPreview['sample']> {
  const existing = await db
    .selectFrom('conversations')
    .select(['id', 'uuid', 'reference_number'])
    .where('id', 'in', [0, ...rows.map(({ id }) => id)])
    .execute()
  return rows.flatMap(({ id, at }) => {
    const row = existing.find((one) => one.id === id)
    return row
      ? [{ uuid: row.uuid, reference_number: row.reference_number, last_activity_at: at.toISOString() }]
      : []
  })
}

/** Messages, files and bytes of these conversations, with what is merged into them. */
export async function measure(
  db: Db,
  conversation_ids: number[],
): Promise<{ messages: number; files: number; bytes: number }> {
  const { rows } = await sql<{ messages: number; files: number; bytes: number }>`
    with wanted as (select unnest(${withMerged(sql`root.id`)}) as id from unnest(${conversation_ids}::bigint[]) root (id)),
    written as (select m.id from messages m where m.conversation_id in (select id from wanted) and m.type <> 'activity'),
    carried as (select count(*) as files, coalesce(sum(size), 0)::bigint as bytes from media where message_id in (select id from written)),
    received as (select coalesce(sum(raw_size), 0)::bigint as bytes from mail_deliveries
      where conversation_id in (select id from wanted) and state <> 'erased')
    select (select count(*) from written) as messages, carried.files, carried.bytes + received.bytes as bytes from carried, received`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('An aggregate returned no row')
  return { messages: Number(row.messages), files: Number(row.files), bytes: Number(row.bytes) }
}
