import type { Tx } from '../../../db/transaction.ts'

/** Minutes until each retry of a sender check whose DNS lookup failed. */
const recheckDelaysMinutes = [1, 5, 15, 60, 240, 720]

/** Schedules another check of a message's sender for when DNS may respond. Returns false after the last attempt. */
export async function scheduleSenderRecheck(tx: Tx, message_id: number, attempt = 0): Promise<boolean> {
  const pause = recheckDelaysMinutes[attempt]
  if (pause === undefined) return false
  await tx.enqueue(
    'verify_sender',
    { id: message_id, attempt: attempt + 1 },
    {
      key: `verify_sender:${message_id}`,
      run_at: new Date(tx.now.getTime() + pause * 60_000),
      // Lower priority than anything that people wait for.
      priority: 30,
    },
  )
  return true
}
