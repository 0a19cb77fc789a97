import type { ErasureKind } from '@parley/contract/privacy/privacy'
import { type Selectable, sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { StoredMention } from './configuration-mentions.ts'
import type { Subject } from './redact.ts'

export type ErasureRow = Selectable<DB['contact_erasures']>

/** In this order. Those that read a whole table continue from a cursor; the others work off what is left to do. */
export const erasureSteps = [
  'own_conversations',
  'merged_conversations',
  'find_mentions',
  'shared_conversations',
  'deliveries',
  'other_records',
  'contact',
  'files',
] as const
type ErasureStepName = (typeof erasureSteps)[number]

/** The same bytes may have been stored again within the hour, with their row still pending. */
export const fileGraceMs = 3_600_000

/** An erasure that is being carried out, locked. */
export type RunningErasure = {
  id: number
  step: ErasureStepName
  cursor: number
  subject: Subject
  requested_at: Date
  files_due_at: Date | null
  counts: Partial<Record<ErasureKind, number>>
  mentions: StoredMention[]
}

export async function lockRunning(tx: Tx, id: number): Promise<RunningErasure | null> {
  const row = await tx.db
    .selectFrom('contact_erasures')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && row.state !== 'done' ? toRunning(row) : null
}

export function toRunning(row: ErasureRow): RunningErasure {
  const step = erasureSteps.find((name) => name === row.step)
  if (!step) throw new Error(`Unknown step of an erasure: ${row.step}`)
  return {
    id: row.id,
    step,
    cursor: row.cursor,
    requested_at: row.requested_at,
    files_due_at: row.files_due_at,
    subject: row.subject as unknown as Subject, // written by startErasure
    counts: row.counts as RunningErasure['counts'], // written by addCount
    mentions: row.mentions as RunningErasure['mentions'], // written by saveProgress
  }
}

export function addCount(erasure: RunningErasure, kind: ErasureKind, count: number | bigint): void {
  if (Number(count) > 0) erasure.counts[kind] = (erasure.counts[kind] ?? 0) + Number(count)
}

/** Saves where the erasure continues, in the transaction of what it did. */
export async function saveProgress(tx: Tx, erasure: RunningErasure): Promise<void> {
  await tx.db
    .updateTable('contact_erasures')
    .set({
      step: erasure.step,
      cursor: erasure.cursor,
      counts: json(erasure.counts),
      mentions: json(erasure.mentions),
      ...(erasure.step === 'files' && {
        state: 'removing_files' as const,
        files_due_at: new Date(tx.now.getTime() + fileGraceMs),
      }),
    })
    .where('id', '=', erasure.id)
    .execute()
}

/** Files that lose their last reference here; they are removed once nothing can be storing the same bytes. */
export async function markFiles(
  tx: Tx,
  erasure: RunningErasure,
  area: 'media' | 'mail',
  hashes: readonly Buffer[],
): Promise<void> {
  const unique = new Map(
    hashes.filter(({ length }) => length > 0).map((hash) => [hash.toString('hex'), hash]),
  )
  if (unique.size === 0) return
  await sql`insert into contact_erasure_files (erasure_id, area, content_hash)
    select ${erasure.id}::bigint, ${area}, hash from unnest(${[...unique.values()]}::bytea[]) hash
    on conflict do nothing`.execute(tx.db)
}
