import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { partialPath } from '../archive/write-archive.ts'
import { type BackupTarget, isBackupName, nullIfMissing } from './backup-target.ts'

/** A folder on this machine, or on a file system that is mounted here. */
export function openFolderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => join(folder, name)
  return {
    async workPath(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return pathOf(name)
    },
    // It was written there.
    async store() {},
    list: async () => (await readdir(folder)).filter(isBackupName),
    withPath: (name, use) => use(pathOf(name)),
    async remove(name) {
      await rm(pathOf(name), { force: true })
      await rm(partialPath(pathOf(name)), { force: true })
    },
    async writeText(name, text) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const partial = partialPath(pathOf(name))
      await writeFile(partial, text, { mode: 0o600 })
      await rename(partial, pathOf(name))
    },
    findText: (name) => readFile(pathOf(name), 'utf8').catch(nullIfMissing),
    stop() {},
  }
}
