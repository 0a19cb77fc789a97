import { eraseContact } from './features/privacy/erasure/erase-contact.ts'
import { repeatErasures, storeErasureList } from './features/privacy/erasure/erasure-list-copy.ts'
import { eraseContactJob, storeErasureListJob } from './features/privacy/erasure/start-erasure.ts'
import { expireExports, exportContactJob, runExport } from './features/privacy/export/contact-exports.ts'
import { applyRetentionRules, dryRunJob, runDryRun } from './features/retention/run-rules.ts'
import { countStorageUse } from './features/retention/storage-use.ts'
import { collectUnusedFiles } from './files/remove-unused-files.ts'
import type { Foundation } from './foundation.ts'
import type { CronTask } from './jobs/cron-tasks.ts'
import type { Jobs } from './jobs/queue.ts'
import { wentLiveJob } from './paused-copy.ts'

/** Work on data that is no longer needed, or that its owner asks for. */
export const dataJobs = (foundation: Foundation): Jobs => ({
  [eraseContactJob]: ({ id }) => eraseContact(foundation, Number(id)),
  [storeErasureListJob]: () => storeErasureList(foundation),
  [wentLiveJob]: () => repeatErasures(foundation),
  [dryRunJob]: ({ id }) => runDryRun(foundation, Number(id)),
  [exportContactJob]: ({ id }) => runExport(foundation, Number(id)),
})

export const dataTasks = (foundation: Foundation): CronTask[] => [
  // For lists that were lost with a target, and after PARLEY_BACKUP_TO has changed.
  { name: 'store the list of erasures', schedule: '36 2 * * *', run: () => storeErasureList(foundation) },
  { name: 'apply retention rules', schedule: '12 * * * *', run: () => applyRetentionRules(foundation) },
  { name: 'expire contact exports', schedule: '20 * * * *', run: () => expireExports(foundation) },
  { name: 'count storage use', schedule: '28 2 * * *', run: () => countStorageUse(foundation) },
  // On Sundays, at a quiet hour in most places.
  { name: 'remove unused files', schedule: '20 3 * * 0', run: () => collectUnusedFiles(foundation) },
]
