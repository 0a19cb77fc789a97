import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { AppError } from '../../http/errors.ts'
import { type DraftRow, findDraft, presentDraft } from './drafts.ts'

/** The row of the actor's draft, locked. Also keeps two tabs from creating it at the same time. */
export async function lockDraft(tx: Tx, key: string): Promise<DraftRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`draft ${tx.actor.id} ${key}`}, 0))`.execute(
    tx.db,
  )
  return findDraft(tx.db, tx.actor.id, key)
}

/** Throws 409 with the current draft if it has another revision. */
export function assertCurrent(key: string, row: DraftRow | undefined, base_revision: number): void {
  if ((row?.revision ?? 0) === base_revision) return
  throw new AppError(409, 'ConflictException', 'This draft was changed in another tab or on another device', {
    data: presentDraft(key, row),
  })
}
