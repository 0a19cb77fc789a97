import type { Actor } from '../../../actor.ts'
import type { Act } from '../../../db/transaction.ts'
import { isTransient } from '../../../transient-error.ts'
import { insertReceived, type ReceivedMail } from '../ledger/record-delivery.ts'

type Waiting = { emails: readonly ReceivedMail[]; resolve(): void; reject(error: unknown): void }

/** Senders per transaction. */
const maxSenders = 50

/**
 * Records the emails of many senders with few commits: while a transaction commits, later ones wait and share the next one. The
 * emails of one sender are recorded together or not at all; durable when it returns.
 */
export function createGroupCommit({ act, system }: { act: Act; system: Actor }) {
  const waiting: Waiting[] = []
  let isCommitting = false

  const insert = (senders: readonly Waiting[]) =>
    act(system, (tx) =>
      insertReceived(
        tx,
        senders.flatMap(({ emails }) => emails),
      ),
    )
  const commit = async (senders: readonly Waiting[]): Promise<void> => {
    const error = await insert(senders).then(
      () => null,
      (error: unknown) => error,
    )
    if (error === null) for (const { resolve } of senders) resolve()
    else if (senders.length === 1 || isTransient(error)) for (const { reject } of senders) reject(error)
    // One email must not keep the others out.
    else for (const sender of senders) await commit([sender])
  }
  const commitAll = async () => {
    isCommitting = true
    while (waiting.length > 0) await commit(waiting.splice(0, maxSenders))
    isCommitting = false
  }
  return (emails: readonly ReceivedMail[]): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ emails, resolve, reject })
      if (!isCommitting) void commitAll()
    })
}
