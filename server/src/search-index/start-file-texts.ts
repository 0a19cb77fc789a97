import type { FileStore } from '../files/file-store.ts'
import type { PeriodicTask } from '../jobs/periodic-tasks.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { extractFileTexts, type FileTextDeps } from './extract-file-texts.ts'

/**
 * Extraction of the text of files, as a periodic task. It has a sandboxed process of its own, so that no preview waits
 * for a long document.
 */
export function startFileTexts({
  db,
  clock,
  log,
  files,
}: Pick<FileTextDeps, 'db' | 'clock' | 'log'> & { files: { media: FileStore } }): {
  task: PeriodicTask
  stop(): Promise<void>
} {
  const sandbox = startSandbox(log)
  return {
    task: {
      name: 'extract the text of files',
      every_ms: 2_000,
      run: () =>
        extractFileTexts({ db, clock, log, media: files.media, sandbox }, { ms: 10_000, older_files: 10 }),
    },
    stop: () => sandbox.stop(),
  }
}
