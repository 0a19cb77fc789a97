import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { chmod, chown, cp, lchown, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { programPath } from './binaries.ts'

/** Whose rights PostgreSQL runs with. It refuses to run as root. */
export type Account = {
  /** For the log. */
  name: string
  /** PostgreSQL's programs, where this account reaches them. */
  native: string
  /** The user and group that must own the cluster; undefined: whoever we are. */
  owner: { uid: number; gid: number } | undefined
  /** Words that start a command under this account. */
  prefix: readonly string[]
  /** An open file that each program inherits, so that the lock on it lasts while any of them runs. */
  lock_fd?: number
}

/** One way out of being root; null where it cannot work on this machine. */
export type RunAsStrategy = (native: string, cluster: string) => Promise<Account | null>

/** The account for a cluster folder, which need not exist yet, though its parent must. Throws a sentence when root has no way out. */
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
    `PostgreSQL refuses to run as root, and no other user of this machine reaches ${dirname(cluster)}. ` +
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

/** The kernel still sees root as the owner of the files, so a folder below /root stays where it is; inside, PostgreSQL sees another user and holds no privileges. */
export const runInUserNamespace: RunAsStrategy = async (native) => {
  const prefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
  const [unshare = '', ...rest] = prefix
  const probe = spawnSync(unshare, [...rest, programPath(native, 'postgres'), '--version'], { env: {} })
  if (probe.status !== 0) return null
  return { name: 'a user namespace', native, owner: { uid: 0, gid: 0 }, prefix }
}

/** The last way: programs and cluster move below `home`, and a link stays where the cluster was. */
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

/** Starts a program of PostgreSQL under the account, with nothing of our environment in it. */
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

const stdioWithDefaults = ([input = 'pipe', output = 'pipe', errors = 'pipe']: ('ignore' | 'pipe')[]) => [
  input,
  output,
  errors,
]

/** Gives a file or a folder with all below it to the account. */
export async function chownToAccount({ owner }: Account, path: string) {
  if (!owner || (await lstat(path)).uid === owner.uid) return
  await chownAll(path, owner.uid, owner.gid)
}

/** The top comes last: its owner tells that everything below has been done. */
async function chownAll(path: string, uid: number, gid: number) {
  const entries = await readdir(path).catch(() => [])
  for (const name of entries) await chownAll(join(path, name), uid, gid)
  await lchown(path, uid, gid)
}

type User = { name: string; uid: number; gid: number }

/** Who owns the cluster already, else `postgres`, else `nobody`: initdb wants one that has a name. */
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

/** Lets the user pass through the data folder, and no one else. Some network mounts refuse; there the modes stay as they are. */
async function grantTraversal(user: User, data_dir: string) {
  try {
    await chown(data_dir, statSync(data_dir).uid, user.gid)
    await chmod(data_dir, 0o710)
  } catch {}
}

/** Whether the mode bits let the user pass every folder down to this one. Access lists are not looked at. */
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

/** Safe to interrupt anywhere: what stands at `cluster` counts until the link has taken its place. */
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
