import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FILE_NAME = 'built-from.txt'
const root = join(import.meta.dirname, '../..')
/** All that a build reads. The lock file stands for the packages. */
const inputs = [
  'package-lock.json',
  'contract/src/**/*',
  'web/{build,public,src}/**/*',
  'web/{index.html,package.json,tsconfig.json,vite.config.ts}',
]

/** Writes into the build what it was built from. */
export function builtSources(folder = root): Plugin {
  return {
    name: 'built-sources',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source: hashSources(folder) })
    },
  }
}

/** Whether web/dist was built from exactly the present sources. */
export function isBuildCurrent(folder = root): boolean {
  const file = join(folder, 'web/dist', FILE_NAME)
  return existsSync(file) && readFileSync(file, 'utf8') === hashSources(folder)
}

function hashSources(folder: string): string {
  const hash = createHash('sha256')
  const files = globSync(inputs, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(`${file.slice(folder.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}
