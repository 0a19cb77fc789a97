import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

type Postmaster = { pid: number; parent_pid: number }

/**
 * Stops the server that a killed Parley left running on the cluster, and removes the pid file of one that is gone. Call it while
 * holding the cluster lock, or where nothing else can run on the cluster.
 */
export async function stopOrphanedServer(cluster: string, owner_pid: number | undefined): Promise<void> {
  await stopVisibleServer(cluster, owner_pid)
  await removeStalePid(cluster)
}

/**
 * Throws a readable error when the server belongs to a running Parley (`owner_pid`) or does not stop. Does not see servers in other
 * containers; the cluster lock detects those.
 */
export async function stopVisibleServer(
  cluster: string,
  owner_pid: number | undefined,
): Promise<'none' | 'stopped'> {
  const pid_file = join(cluster, 'postmaster.pid')
  if (!existsSync(pid_file)) return 'none'
  const pid = Number.parseInt(readFileSync(pid_file, 'utf8'), 10)
  const postmaster = Number.isInteger(pid) ? findPostmaster(pid, cluster) : null
  if (!postmaster) return 'none'
  if (owner_pid !== undefined && postmaster.parent_pid === owner_pid && isAlive(owner_pid)) {
    throw new Error(
      `Another Parley (process ${owner_pid}) already runs on ${cluster}. Stop it first, or set PARLEY_DATA_DIR to another folder.`,
    )
  }
  await stop(postmaster.pid, cluster)
  return 'stopped'
}

/**
 * Removes the `postmaster.pid` of a server that is gone. PostgreSQL only checks whether any process has that id, which is often true
 * after a reboot or in a new container. Only call it while holding the cluster lock.
 */
export const removeStalePid = (cluster: string): Promise<void> =>
  rm(join(cluster, 'postmaster.pid'), { force: true })

async function stop(pid: number, cluster: string) {
  // Fast shutdown, then immediate shutdown. The latter loses nothing: the next start recovers from the WAL.
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
  ] as const) {
    sendSignal(pid, signal, cluster)
    for (let i = 0; i < seconds * 50; i++) {
      if (!findPostmaster(pid, cluster)) return
      await wait(20)
    }
  }
  throw new Error(
    `The PostgreSQL server (process ${pid}) on ${cluster} does not stop. End it, then start Parley again.`,
  )
}

function sendSignal(pid: number, signal: NodeJS.Signals, cluster: string) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code === 'ESRCH') return
    throw new Error(
      `A PostgreSQL server (process ${pid}) of another user runs on ${cluster}. Start Parley as that user, or stop the server.`,
    )
  }
}

/** The process, if it really is the server of this cluster; null if it is gone, a zombie or another program. */
function findPostmaster(pid: number, cluster: string): Postmaster | null {
  const running = inspectProcess(pid)
  if (!running) return null
  // Compare the full path: `data-2` is not `data`. Windows quotes arguments with spaces.
  const runsHere = ` ${running.command.replaceAll('"', ' ')} `.includes(` ${cluster} `)
  return runsHere ? { pid, parent_pid: running.parent_pid } : null
}

function inspectProcess(pid: number) {
  if (process.platform === 'linux') return inspectByProc(pid)
  return process.platform === 'win32' ? inspectByPowerShell(pid) : inspectByPs(pid)
}

// Windows keeps the parent id after the parent is gone; elsewhere orphans are reparented.
function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function inspectByProc(pid: number) {
  try {
    // World-readable, unlike cwd and exe, and PostgreSQL does not rewrite the postmaster's command line.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc(5): the name is in parentheses and may contain anything; state and parent pid follow it.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { command, parent_pid: Number(parent) }
  } catch {
    return null
  }
}

function inspectByPs(pid: number) {
  return parentAndCommand('ps', ['-o', 'ppid=,command=', '-p', String(pid)])
}

function inspectByPowerShell(pid: number) {
  const query = `$p = Get-CimInstance Win32_Process -Filter "ProcessId=${pid}"; "$($p.ParentProcessId) $($p.CommandLine)"`
  return parentAndCommand('powershell', ['-NoProfile', '-Command', query])
}

function parentAndCommand(command: string, args: string[]) {
  try {
    const line = execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const [, parent, command_line = ''] = /^\s*(\d+)\s+(.*)$/s.exec(line) ?? []
    return { command: command_line, parent_pid: Number(parent) }
  } catch {
    return null
  }
}
