import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

/** Serialises changes to settings with an advisory lock: they are many rows, some of which do not exist yet. */
export const lockSettings = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx.db)
