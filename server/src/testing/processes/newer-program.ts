import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** A copy of this program as a later release: with another version, and with these migrations by file name. Returns its folder. */
export function createNewerProgram(version: string, migrations: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-newer-program-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // Copied and not linked, because Node.js loads modules from where a link leads to.
  for (const name of ['contract', 'mail', 'server'])
    cpSync(join(repository, name), join(folder, name), { recursive: true, filter: isNeeded })
  for (const name of ['docs', 'web']) symlinkSync(join(repository, name), join(folder, name))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@parley'), { recursive: true })
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (!name.startsWith('.') && name !== '@parley')
      symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  for (const name of ['contract', 'mail']) symlinkSync(join(folder, name), join(modules, '@parley', name))
  const package_file = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...package_file, version }))
  for (const [name, sql] of Object.entries(migrations))
    writeFileSync(join(folder, 'server/migrations', name), sql)
  return folder
}

const isNeeded = (path: string) =>
  !/\.test\.ts$/.test(path) && !['node_modules', 'cases', 'releases', 'testing'].includes(basename(path))
