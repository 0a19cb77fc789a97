import type { BackupProgress } from '@parley/contract/system/system-backups'
import { json } from '../db/json.ts'
import type { Db } from '../db/pool.ts'
import { type Progress, startMeter } from './progress.ts'

const intervalMs = 2_000

/** Stores the progress of a backup now and then, for the System page. `stop` waits until the last of it is written. */
export function recordProgress(db: Db, id: number): Progress & { stop(): Promise<void> } {
  let step: BackupProgress['step'] = 'copy'
  let measure = startMeter({ total: null })
  let writing: Promise<void> | null = null
  let writtenAt = Number.NEGATIVE_INFINITY
  const write = (done: number) => {
    if (writing) return
    writtenAt = performance.now()
    const { share, seconds_left } = measure(done)
    const progress: BackupProgress = { step, share: share ?? 0, seconds_left }
    writing = db
      .updateTable('backups')
      .set({ progress: json(progress) })
      .where('id', '=', id)
      .execute()
      .then(
        () => {},
        // It is only shown: the backup itself must not fail for it.
        () => {},
      )
      .finally(() => {
        writing = null
      })
  }
  return {
    begin(next) {
      step = next.name === 'check' || next.name === 'store' ? next.name : 'copy'
      measure = startMeter(next)
      write(0)
    },
    update(done) {
      if (performance.now() - writtenAt >= intervalMs) write(done)
    },
    end() {},
    async stop() {
      await writing
    },
  }
}
