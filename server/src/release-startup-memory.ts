import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = ((options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void) | undefined

/**
 * Returns memory to the system that only start-up needed: 17 of 161 MB when measured. V8 does this automatically only when almost
 * nothing is allocated, which never happens on a server with timers. Blocks the server once, for 0.1 s. Does nothing where forced
 * collection is unavailable.
 */
export async function releaseStartupMemory(after_ms = 5_000): Promise<void> {
  await wait(after_ms, undefined, { ref: false })
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
