import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'
import { confirmLive, readPausedCopy } from '../../paused-copy.ts'

/** `since` names the copy that the administrator saw. */
export async function goLive(tx: Tx, since: string): Promise<void> {
  const copy = await readPausedCopy(tx.db)
  if (copy?.since !== since || !(await confirmLive(tx)))
    throw conflict('This workspace is live already, or was restored again. Reload the page')
}
