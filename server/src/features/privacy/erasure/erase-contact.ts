import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import type { FileArea, FileStore } from '../../../files/file-store.ts'
import type { Secrets } from '../../../secrets.ts'
import { findConfigurationMentions } from './configuration-mentions.ts'
import { eraseContactRecord } from './erase-contact-record.ts'
import { eraseDeliveries, findDeliveries } from './erase-deliveries.ts'
import { removeMarkedFiles } from './erase-files.ts'
import { eraseFromNextShared } from './erase-from-conversation.ts'
import { eraseNextOwn, handOverMerged } from './erase-own-conversations.ts'
import { erasureSteps, lockRunning, type RunningErasure, saveProgress, toRunning } from './erasure-state.ts'
import { findMentions } from './find-mentions.ts'
import { createRedactor } from './redact.ts'
import { redactDeliveryEvents } from './redact-events.ts'
import { redactOtherRecords } from './redact-records.ts'
import { eraseContactJob } from './start-erasure.ts'

export type ErasureDeps = {
  db: Db
  act: Act
  system: Actor
  clock: Clock
  secrets: Secrets
  files: Record<FileArea, FileStore>
}

/** After this long the job queues itself again, so that it doesn't keep a place in the queue for hours. */
const budgetMs = 20_000

/**
 * Job: carries out an erasure, one conversation or range of rows per transaction, and saves where it is in the same transaction. So it
 * can be killed at any time, and live work waits for one conversation at most.
 */
export async function eraseContact(deps: ErasureDeps, id: number): Promise<void> {
  const deadline = performance.now() + budgetMs
  for (;;) {
    const erasure = await readErasure(deps.db, id)
    if (!erasure) return
    if (erasure.files_due_at) {
      const due = erasure.files_due_at
      // The grace period of the storage starts a little later than ours.
      const run_at = new Date(due.getTime() + 60_000)
      if (deps.clock.now() < due) return deps.act(deps.system, (tx) => queueAgain(tx, id, run_at))
      return removeFiles(deps, id)
    }
    await runStep(deps, erasure)
    if (performance.now() > deadline) return deps.act(deps.system, (tx) => queueAgain(tx, id))
  }
}

async function readErasure(db: Db, id: number): Promise<RunningErasure | null> {
  const row = await db.selectFrom('contact_erasures').selectAll().where('id', '=', id).executeTakeFirst()
  return row && row.state !== 'done' ? toRunning(row) : null
}

const queueAgain = (tx: Tx, id: number, run_at = tx.now) =>
  tx.enqueue(eraseContactJob, { id }, { key: `${eraseContactJob}:${id}`, run_at })

async function runStep(deps: ErasureDeps, seen: RunningErasure): Promise<void> {
  const deliveries =
    seen.step === 'deliveries' ? await findDeliveries({ db: deps.db, store: deps.files.mail }, seen) : []
  await deps.act(deps.system, async (tx) => {
    const erasure = await lockRunning(tx, seen.id)
    // Another job has been here.
    if (!erasure || erasure.step !== seen.step || erasure.cursor !== seen.cursor) return
    const hasMore = await work(tx, deps, erasure, deliveries)
    if (!hasMore) {
      erasure.step = erasureSteps[erasureSteps.indexOf(erasure.step) + 1] ?? 'files'
      erasure.cursor = 0
    }
    await saveProgress(tx, erasure)
  })
}

/** One unit of the current step. Returns whether there may be more. */
async function work(
  tx: Tx,
  { secrets }: ErasureDeps,
  erasure: RunningErasure,
  deliveries: readonly number[],
): Promise<boolean> {
  switch (erasure.step) {
    case 'own_conversations':
      return eraseNextOwn(tx, secrets, erasure)
    case 'merged_conversations':
      return handOverMerged(tx, erasure)
    case 'find_mentions':
      return findMentions(tx, erasure)
    case 'shared_conversations':
      return eraseFromNextShared(tx, secrets, erasure)
    case 'deliveries':
      return eraseDeliveries(tx, secrets, erasure, deliveries)
    case 'other_records': {
      const redactor = createRedactor(erasure.subject)
      await redactOtherRecords(tx, erasure, redactor)
      await redactDeliveryEvents(tx, redactor)
      erasure.mentions = await findConfigurationMentions(tx, redactor)
      return false
    }
    case 'contact':
      await eraseContactRecord(tx, erasure)
      return false
    case 'files':
      return false
  }
}

/** The last step, an hour later. Then nothing that identifies the person is left in the erasure either. */
async function removeFiles(deps: ErasureDeps, id: number): Promise<void> {
  while ((await removeMarkedFiles(deps, id)) > 0);
  await deps.act(deps.system, async (tx) => {
    if (!(await lockRunning(tx, id))) return
    await tx.db
      .updateTable('contact_erasures')
      .set({ state: 'done', subject: null, finished_at: tx.now })
      .where('id', '=', id)
      .execute()
    await tx.record({ type: 'erasure.finished', object: { type: 'erasure', id } })
  })
}
