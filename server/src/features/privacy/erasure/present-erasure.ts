import type { Erasure, ErasureList, ListedErasure } from '@parley/contract/privacy/privacy'
import { type ExistingBackup, listExistingBackups } from '../../../backup/backup-forecast.ts'
import { type BackupPlanSources, readBackupPlan } from '../../../backup/backup-plan.ts'
import type { Db } from '../../../db/pool.ts'
import { presentMentions, type StoredMention } from './configuration-mentions.ts'
import type { ErasureRow } from './erasure-state.ts'

const maxListed = 1_000

export const presentListed = (row: ErasureRow): ListedErasure => ({
  id: row.id,
  requested_at: row.requested_at.toISOString(),
  requested_by: row.requested_by,
  state: row.state as ListedErasure['state'], // checked by the table
  finished_at: row.finished_at?.toISOString() ?? null,
  address_hashes: row.address_hashes.map((hash) => hash.toString('hex')),
  counts: row.counts as ListedErasure['counts'], // written by addCount
})

export type ErasureContext = { db: Db; backups: BackupPlanSources; now: Date }

/** Those of which all was removed only later contain the person as well. */
export const backupsContaining = (
  { finished_at }: Pick<ErasureRow, 'finished_at'>,
  backups: readonly ExistingBackup[],
): ExistingBackup[] =>
  finished_at ? backups.filter(({ created_at }) => created_at < finished_at) : [...backups]

/** The time of the last removal; null if one of them is never removed, or none is left. */
export function lastRemoval(backups: readonly ExistingBackup[]): Date | null {
  const times = backups.flatMap(({ removed_at }) => removed_at ?? [])
  if (times.length < backups.length || times.length === 0) return null
  return new Date(Math.max(...times.map((time) => time.getTime())))
}

export async function presentErasures(
  { db, backups, now }: ErasureContext,
  rows: readonly ErasureRow[],
): Promise<Erasure[]> {
  const stored = rows.map((row) => row.mentions as unknown as StoredMention[]) // written by saveProgress
  const mentions = await presentMentions(db, stored.flat())
  const existing =
    rows.length > 0 ? await listExistingBackups(db, await readBackupPlan(db, backups), now) : []
  return rows.map((row, index) => {
    const containing = backupsContaining(row, existing)
    return {
      ...presentListed(row),
      mentions: (stored[index] ?? []).flatMap((mention) => mentions.get(mention) ?? []),
      backups: { count: containing.length, until: lastRemoval(containing)?.toISOString() ?? null },
    }
  })
}

export const listErasures = async (context: ErasureContext): Promise<Erasure[]> =>
  presentErasures(
    context,
    await context.db
      .selectFrom('contact_erasures')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(maxListed)
      .execute(),
  )

/** All of them, oldest first: what a restored backup has to repeat. */
export async function readErasureList(db: Db, now: Date): Promise<ErasureList> {
  const rows = await db.selectFrom('contact_erasures').selectAll().orderBy('id').execute()
  return {
    format: 'parley erasures 1',
    exported_at: now.toISOString(),
    erasures: rows.map(presentListed),
  }
}
