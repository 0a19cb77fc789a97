import { resolve } from 'node:path'
import { systemClock } from '../../clock.ts'
import type { Env } from '../../env.ts'
import { openFileStores } from '../../files/open-file-stores.ts'
import { formatCount } from '../../format-amounts.ts'
import { readVersion } from '../../version.ts'
import { assertEmptyFolder, exportWorkspace } from '../export/export-workspace.ts'
import { openWorkspace } from '../open-workspace.ts'
import { showProgress } from '../show-progress.ts'
import type { CommandOptions } from './command.ts'

/** `npm run export`. Recorded in the activity log, before anything is written. */
export async function exportTo({ place = '' }: CommandOptions, readSettings: () => Env): Promise<string[]> {
  const env = readSettings()
  const folder = resolve(place)
  await assertEmptyFolder(folder)
  const workspace = await openWorkspace(env)
  const files = await openFileStores(env)
  const progress = showProgress(process.stderr)
  try {
    await workspace.act(workspace.operator, (tx) =>
      tx.record({ type: 'settings.exported', object: { type: 'settings', id: null } }),
    )
    const { connection_string } = workspace
    const source = { connection_string, files, version: await readVersion(), now: systemClock.now() }
    const summary = await exportWorkspace(source, folder, progress)
    progress.end()
    return [
      `${folder}: ${formatCount(summary.rows, 'row')} and ${formatCount(summary.files.written, 'file')}. README.md there describes them.`,
      ...summary.files.missing.slice(0, 10).map((name) => `The workspace itself lacks ${name}.`),
    ]
  } finally {
    progress.end()
    files.stop()
    await workspace.close()
  }
}
