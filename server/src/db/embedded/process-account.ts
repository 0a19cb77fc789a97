import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { chmod, chown, cp, lchown, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { programPath } from './binaries.ts'

/** The user that PostgreSQL runs as. It refuses to run as root. */
export type Account = {
  /** Shown in the log. */
  name: string
  /** PostgreSQL's programs, at a path this account can reach. */
  native: string
  /** User and group that must own the cluster; undefined for the current user. */
  owner: { uid: number; gid: number } | undefined
  /** Command prefix that switches to this account. */
  prefix: readonly string[]
  /** File descriptor that each program inherits, so that its lock is held while any of them runs. */
  lock_fd?: number
}

/** A way to run as non-root; null if it does not work on this machine. */
export type RunAsStrategy = (native: string, cluster: string) => Promise<Account | null>

/**
 * Chooses the account for a cluster folder. The folder need not exist yet, but its parent must. Throws a readable error if root has
 * no strategy that works.
 */
export async function chooseAccount(
  native: string,
  cluster: string,
  strategies = rootStrategies,
): Promise<Account> {
  if (process.getuid?.() !== 0) return { name: 'this user', native, owner: undefined, prefix: [] }
  for (const strategy of strategies) {
    const account = await strategy(native, cluster)
    if (account) return account
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and no other user of this machine has access to ${dirname(cluster)}. ` +
      'Start Parley as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

export const runAsOtherUser: RunAsStrategy = async (native, cluster) => {
  const user = unprivilegedUser(cluster)
  const data_dir = realpathSync(dirname(cluster))
  if (!user || !canTraverse(user, dirname(data_dir)) || !canTraverse(user, join(native, 'bin'))) return null
  await grantTraversal(user, data_dir)
  if (!canTraverse(user, data_dir)) return null
  return { name: user.name, native, owner: user, prefix: [] }
}

/**
 * To the kernel root still owns the files, so a folder below /root can stay there. Inside the namespace, PostgreSQL sees another
 * user without privileges.
 */
export const runInUserNamespace: RunAsStrategy = async (native) => {
  const prefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
  const [unshare = '', ...rest] = prefix
  const probe = spawnSync(unshare, [...rest, programPath(native, 'postgres'), '--version'], { env: {} })
  if (probe.status !== 0) return null
  return { name: 'a user namespace', native, owner: { uid: 0, gid: 0 }, prefix }
}

/** Last resort: moves programs and cluster below `home` and leaves a symlink in the cluster's place. */
export const runFromCopies =
  (home: string): RunAsStrategy =>
  async (native, cluster) => {
    const user = unprivilegedUser(cluster)
    if (!user) return null
    await mkdir(home, { recursive: true, mode: 0o755 })
    if (!canTraverse(user, home)) return null
    await moveCluster(cluster, home)
    return {
      name: `${user.name}, with programs and cluster below ${home}`,
      native: await copyPrograms(native, home),
      owner: user,
      prefix: [],
    }
  }

const rootStrategies: readonly RunAsStrategy[] = [
  runAsOtherUser,
  runInUserNamespace,
  runFromCopies('/var/lib/parley'),
]

/** Starts a PostgreSQL program under the account, without our environment variables. */
export function spawnAs(
  account: Account,
  args: readonly string[],
  { stdio = [], ...options }: Omit<SpawnOptions, 'stdio'> & { stdio?: ('ignore' | 'pipe')[] } = {},
) {
  const [command = '', ...rest] = [...account.prefix, ...args]
  const identity = account.prefix.length === 0 ? account.owner : undefined
  const inherited = account.lock_fd === undefined || process.platform === 'win32' ? [] : [account.lock_fd]
  return spawn(command, rest, {
    ...options,
    ...identity,
    stdio: [...stdioWithDefaults(stdio), ...inherited],
    cwd: '/',
    env: { LC_ALL: 'C' },
  })
}

const stdioWithDefaults = ([input = 'pipe', output = 'pipe', stderr = 'pipe']: ('ignore' | 'pipe')[]) => [
  input,
  output,
  stderr,
]

/** Recursively gives a file or folder to the account. */
export async function chownToAccount({ owner }: Account, path: string) {
  if (!owner || (await lstat(path)).uid === owner.uid) return
  await chownAll(path, owner.uid, owner.gid)
}

/** The top folder last: its owner indicates that everything below is done. */
async function chownAll(path: string, uid: number, gid: number) {
  const entries = await readdir(path).catch(() => [])
  for (const name of entries) await chownAll(join(path, name), uid, gid)
  await lchown(path, uid, gid)
}

type User = { name: string; uid: number; gid: number }

/** The current owner of the cluster, else `postgres`, else `nobody`: initdb requires a named user. */
function unprivilegedUser(cluster: string): User | undefined {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  const uid = existsSync(cluster) ? statSync(cluster).uid : 0
  return (
    users.find((user) => uid !== 0 && user.uid === uid) ??
    users.find((user) => user.name === 'postgres') ??
    users.find((user) => user.name === 'nobody')
  )
}

/** Lets only this user traverse the data folder. Some network mounts refuse; modes then stay unchanged. */
async function grantTraversal(user: User, data_dir: string) {
  try {
    await chown(data_dir, statSync(data_dir).uid, user.gid)
    await chmod(data_dir, 0o710)
  } catch {}
}

/** Whether mode bits let the user traverse all folders down to this one. Ignores ACLs. */
function canTraverse(user: User, folder: string): boolean {
  const path = realpathSync(folder)
  const { mode, uid, gid } = statSync(path)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && (dirname(path) === path || canTraverse(user, dirname(path)))
}

async function copyPrograms(native: string, home: string) {
  const target = join(home, `postgres-${shortHash(readFileSync(programPath(native, 'postgres')))}`)
  if (existsSync(target)) return target
  const partial = `${target}.${process.pid}`
  await cp(native, partial, { recursive: true, verbatimSymlinks: true })
  await rename(partial, target)
  return target
}

/** Safe to interrupt at any point: the data at `cluster` is authoritative until the symlink replaces it. */
async function moveCluster(cluster: string, home: string) {
  if ((await lstat(cluster).catch(() => null))?.isSymbolicLink()) return
  const target = join(home, `cluster-${shortHash(resolve(cluster))}`)
  const backup = `${cluster}.moved`
  if (existsSync(cluster)) {
    await rm(target, { recursive: true, force: true })
    await cp(cluster, target, { recursive: true, verbatimSymlinks: true })
    await rename(cluster, backup)
  }
  await mkdir(target, { recursive: true, mode: 0o700 })
  await symlink(target, cluster)
  await rm(backup, { recursive: true, force: true })
}

const shortHash = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 12)
