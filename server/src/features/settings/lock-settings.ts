import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

/** Whoever changes settings waits here: they are many rows, some of which are not there yet. */
export const lockSettings = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx.db)
