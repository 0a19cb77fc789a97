import type { Tx } from '../../../db/transaction.ts'

/** Minutes until each further try to check a sender whose DNS did not answer. */
const recheckDelaysMinutes = [1, 5, 15, 60, 240, 720]

/** Checks the sender of a message again when DNS may answer. False when that was tried often enough. */
export async function scheduleSenderRecheck(tx: Tx, message_id: number, attempt = 0): Promise<boolean> {
  const pause = recheckDelaysMinutes[attempt]
  if (pause === undefined) return false
  await tx.enqueue(
    'verify_sender',
    { id: message_id, attempt: attempt + 1 },
    {
      key: `verify_sender:${message_id}`,
      run_at: new Date(tx.now.getTime() + pause * 60_000),
      // Behind everything that somebody waits for.
      priority: 30,
    },
  )
  return true
}
