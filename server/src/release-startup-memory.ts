import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = ((options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void) | undefined

/**
 * Gives back to the system what only the start needed: measured, 17 MB of 161. V8 does so by itself while hardly anything is allocated, which
 * is never true of a server with clocks. The server stands still for it once, for 0.1 s. Where it cannot be asked for, nothing happens.
 */
export async function releaseStartupMemory(after_ms = 5_000): Promise<void> {
  await wait(after_ms, undefined, { ref: false })
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
