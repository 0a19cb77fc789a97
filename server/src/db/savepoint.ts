import { sql } from 'kysely'
import { AppError, fromDatabaseError } from '../http/errors.ts'
import type { Tx } from './transaction.ts'

/**
 * Runs work behind a savepoint. If it is refused, only its own writes are rolled back, and the error is returned. A deadlock or a
 * bug still ends the whole transaction, which may be retried.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint attempt`.execute(tx.db)
  const first_event_id = tx.firstEvent.id
  try {
    return await work()
  } catch (error) {
    const refusal = error instanceof AppError ? error : fromDatabaseError(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint attempt`.execute(tx.db)
    tx.firstEvent.id = first_event_id
    return refusal
  } finally {
    await sql`release savepoint attempt`.execute(tx.db).catch(() => {}) // the transaction may have failed
  }
}
