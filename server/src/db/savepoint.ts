import { sql } from 'kysely'
import { AppError, fromDatabaseError } from '../http/errors.ts'
import type { Tx } from './transaction.ts'

/**
 * Does something that may be refused, behind a savepoint: a refusal takes back what it wrote, and only that, and is answered. A deadlock or
 * a defect is no refusal: it ends the whole transaction, which is perhaps tried again.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint attempt`.execute(tx.db)
  try {
    return await work()
  } catch (error) {
    const refusal = error instanceof AppError ? error : fromDatabaseError(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint attempt`.execute(tx.db)
    return refusal
  } finally {
    await sql`release savepoint attempt`.execute(tx.db).catch(() => {}) // the transaction may have failed
  }
}
