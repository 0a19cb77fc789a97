import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../files/sync-folder.ts'
import { programPath } from './binaries.ts'
import { type Account, chownToAccount, spawnAs } from './process-account.ts'

/** Name of both the database role and the database. */
export const parleyRole = 'parley'

/** Rejects a cluster written by another major version: its files cannot be read and must not be touched. */
export function assertClusterVersion(cluster: string, major: number) {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file)) return
  const clusterMajor = readFileSync(file, 'utf8').trim()
  if (clusterMajor === String(major)) return
  throw new Error(
    `The data in ${cluster} was written by PostgreSQL ${clusterMajor}; this Parley includes PostgreSQL ${major}, which can’t read it. ` +
      `Nothing was changed. Go back to the Parley version that wrote it, or run a PostgreSQL ${clusterMajor} server on that folder ` +
      'and set DATABASE_URL to it; from there, pg_dump and pg_restore can move the data to any newer server.',
  )
}

/** Creates the cluster. It is renamed into place last, so a partial cluster is never mistaken for a complete one. */
export async function createCluster(account: Account, cluster: string, password: string) {
  const partial = `${cluster}.new`
  const password_file = `${cluster}.password`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  await writeFile(password_file, password, { mode: 0o600 })
  try {
    await chownToAccount(account, partial)
    await chownToAccount(account, password_file)
    await runProgram(account, [
      programPath(account.native, 'initdb'),
      `--pgdata=${partial}`,
      `--username=${parleyRole}`,
      `--pwfile=${password_file}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // This collation does not change with operating system upgrades, so indexes stay valid.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    await rm(password_file, { force: true })
  }
  await removeIfEmpty(cluster)
  await rename(partial, cluster)
  await syncFolder(dirname(cluster))
}

async function removeIfEmpty(folder: string) {
  if (!existsSync(folder)) return
  await rmdir(folder).catch(() => {
    throw new Error(
      `${folder} contains files, but no PostgreSQL data. Move them away, or set PARLEY_DATA_DIR to another folder.`,
    )
  })
}

/** Sets the role's password while no server runs, for when the access file is lost. */
export async function resetPassword(account: Account, cluster: string, password: string) {
  await runProgram(
    account,
    [programPath(account.native, 'postgres'), '--single', '-j', '-D', cluster, 'postgres'],
    // The password is base64url: nothing to escape.
    `alter role ${parleyRole} password '${password}'\n;\n\n`,
  )
}

async function runProgram(account: Account, args: readonly string[], input = '') {
  const child = spawnAs(account, args, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  child.stdin?.end(input)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`PostgreSQL could not prepare its data:\n${output.trim()}`)
}
