import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/** Linux counts in hundredths of a second. */
const tickMs = 10

/** What used processor time, user and system, in milliseconds so far. */
export type ProcessorTimes = Record<string, number>

/** Seconds of processor time of a process and its descendants so far, including those that have ended. Linux only. */
export async function processorSeconds(root: number): Promise<number> {
  const processes = new Map<number, Stat>()
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) && (await readStat(`/proc/${name}/stat`))
    if (stat) processes.set(Number(name), stat)
  }
  let ms = 0
  const add = (pid: number) => {
    const own = processes.get(pid)
    if (own) ms += own.ms + own.ended_children_ms
    for (const [child, { parent }] of processes) if (parent === pid) add(child)
  }
  add(root)
  return ms / 1000
}

/** The times of the server by thread, of PostgreSQL with all its processes, and of this process. Only on Linux, with everything on this machine. */
export async function readProcessorTimes(server_pid: number, postgres_pid: number): Promise<ProcessorTimes> {
  const { user, system } = process.cpuUsage()
  const times: ProcessorTimes = {
    PostgreSQL: (await processorSeconds(postgres_pid)) * 1000,
    client: (user + system) / 1000,
  }
  for (const thread of await readdir(`/proc/${server_pid}/task`)) {
    const stat = await readStat(`/proc/${server_pid}/task/${thread}/stat`)
    if (!stat) continue
    const name = `server, ${Number(thread) === server_pid ? 'main thread' : stat.name}`
    times[name] = (times[name] ?? 0) + stat.ms
  }
  return times
}

export const subtractTimes = (after: ProcessorTimes, before: ProcessorTimes): ProcessorTimes =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]))

/** The process that started the one that serves this connection. */
export async function findPostmaster(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = await readStat(`/proc/${rows[0]?.pid}/stat`)
  if (!stat) throw new Error('PostgreSQL does not run on this machine, so its processor time can’t be read')
  return stat.parent
}

type Stat = { name: string; parent: number; ms: number; ended_children_ms: number }

/** Of a process or thread, see proc_pid_stat(5); null if it has ended. */
async function readStat(path: string): Promise<Stat | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  // The name is in parentheses, and may contain anything.
  const end = text.lastIndexOf(')')
  const fields = text.slice(end + 2).split(' ')
  const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1])
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    parent: Number(fields[1]),
    ms: ticks(11) * tickMs,
    ended_children_ms: ticks(13) * tickMs,
  }
}
