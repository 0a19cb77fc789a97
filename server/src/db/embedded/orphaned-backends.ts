import { readFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Account, spawnAs } from './process-account.ts'

/**
 * Kills the backends left behind by a killed postmaster. Idle ones exit on their own, but one in a long statement keeps running, and
 * PostgreSQL cannot start while one still uses the shared memory. Recovery rolls back uncommitted work.
 */
export async function killOrphanedBackends(account: Account, cluster: string): Promise<void> {
  // On other platforms they exit a little later on their own; the start is retried until then.
  if (process.platform !== 'linux') return
  for (const [signal, ms] of [
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    for (const pid of await listOrphans(account, cluster)) sendSignal(pid, signal)
    for (const deadline = Date.now() + ms; Date.now() < deadline; await wait(50))
      if ((await listOrphans(account, cluster)).length === 0) return
  }
}

/** The owner of a cluster, as which its processes run, before an account is chosen: that may move the cluster. */
export function ownerAccount(native: string, cluster: string): Account {
  const { uid, gid } = statSync(cluster)
  return { name: 'its owner', native, owner: process.getuid?.() === 0 ? { uid, gid } : undefined, prefix: [] }
}

/** None while a postmaster runs, such as that of a container with the same path: its backends are in use. */
async function listOrphans(account: Account, cluster: string): Promise<number[]> {
  const processes = (await listProcesses(account, cluster)).map((pid) => ({ pid, command: readCommand(pid) }))
  if (processes.some(({ command }) => /(?:^|\/)postgres -/.test(command))) return []
  return processes.flatMap(({ pid, command }) => (command.startsWith('postgres: ') ? [pid] : []))
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // already exited
  }
}

/**
 * Found by working directory, because PostgreSQL backends run in their cluster's folder and their command lines don't name it. Runs
 * under the database's account, because in a container even root may not see the folder of another user's process.
 */
async function listProcesses(account: Account, cluster: string): Promise<number[]> {
  const child = spawnAs(account, ['sh', '-c', 'ls -l /proc/[0-9]*/cwd 2>/dev/null'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
  return output.split('\n').flatMap((line) => {
    const [, pid, folder] = /\/proc\/(\d+)\/cwd -> (.*)$/.exec(line) ?? []
    return folder === cluster && Number(pid) !== process.pid ? [Number(pid)] : []
  })
}

function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // Already exited.
  }
}
