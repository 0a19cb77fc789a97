/** CPU time of all threads, including garbage collection. Unlike time on the clock, it doesn't depend on what else the machine does. */
export function cpuTime_ms(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
