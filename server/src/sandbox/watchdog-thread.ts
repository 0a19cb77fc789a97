import { workerData } from 'node:worker_threads'
import { limitSignals } from './protocol.ts'
import type { WatchdogState } from './watchdog.ts'

const { running, limits } = workerData as WatchdogState // written by startWatchdog
/** Memory can grow by 1 or 2 GB per second: at most about 10 MB between two checks. */
const interval_ms = 5

for (;;) {
  Atomics.wait(running, 0, 0)
  Atomics.wait(running, 0, 1, interval_ms)
  if (Atomics.load(running, 0) === 0) continue
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > (limits[1] ?? 0)) process.kill(process.pid, limitSignals.memory)
  if (user + system > (limits[0] ?? 0)) process.kill(process.pid, limitSignals.cpu)
}
