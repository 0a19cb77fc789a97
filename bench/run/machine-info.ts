import { cpus, loadavg, totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { round } from './metrics.ts'
import type { MachineInfo } from './report.ts'

/** The current machine and database. */
export async function readMachineInfo(database_url: string): Promise<MachineInfo> {
  const client = new pg.Client(database_url)
  await client.connect()
  const { rows } = await client.query<{ version: string; buffers: string; bytes: string; messages: string }>(
    `select current_setting('server_version') as version, current_setting('shared_buffers') as buffers,
       pg_database_size(current_database()) as bytes, (select count(*) from messages) as messages`,
  )
  await client.end()
  const load = round(loadavg()[0] ?? 0)
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1e9),
    load,
    load_at_end: load,
    postgres: rows[0]?.version.split(' ')[0] ?? '',
    shared_buffers: rows[0]?.buffers ?? '',
    disk_gb: round(Number(rows[0]?.bytes) / 1e9),
    messages: Number(rows[0]?.messages),
  }
}

/** How many cores are busy at the moment: 0 on an idle machine. */
export async function measureBusyCores(seconds: number): Promise<number> {
  const read = () => {
    const all = cpus().flatMap(({ times }) => Object.values(times))
    const idle = cpus().map(({ times }) => times.idle)
    return { all: sum(all), idle: sum(idle) }
  }
  const before = read()
  await wait(seconds * 1000)
  const after = read()
  const share = 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all)
  return round(share * cpus().length)
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
