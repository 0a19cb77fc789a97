import { setTimeout as wait } from 'node:timers/promises'
import { type Account, spawnAs } from './process-account.ts'

/**
 * Ends the processes that a postmaster left behind when it was killed. An idle one notices by itself, but one in the middle of a long statement
 * goes on until it is done, and PostgreSQL doesn't start while one of them still uses the shared memory. What they had not committed is
 * rolled back by recovery.
 */
export async function killOrphanedBackends(account: Account, cluster: string): Promise<void> {
  // Elsewhere they end by themselves, a little later; the start is retried until then.
  if (process.platform !== 'linux') return
  for (const [signal, ms] of [
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    for (const pid of await listProcesses(account, cluster)) sendSignal(pid, signal)
    for (const deadline = Date.now() + ms; Date.now() < deadline; await wait(50))
      if ((await listProcesses(account, cluster)).length === 0) return
  }
}

/**
 * PostgreSQL's processes work in the folder of their cluster; their command lines no longer say whose they are. Asked under their own account,
 * because in a container even root may not see the folder of another user's process.
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
    // It ended in between.
  }
}
