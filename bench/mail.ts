/**
 * `npm run bench:mail -- [--database-url …] [--data-dir data-bench] [--seconds 30] [--runs 1] [--statements] [--profile FOLDER]`: email
 * throughput on a database filled by bench:seed, and the processor time of each email by what used it. `--statements` lists the
 * statements that took most of PostgreSQL's time, and needs the embedded one. `--profile` writes processor profiles of the server's
 * threads. Removes the emails that it adds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from './database.ts'
import { removeAddedRows, saveRunStart } from './run/cleanup.ts'
import { createMailWriter, measureMailLoad } from './run/measure-mail.ts'
import { round } from './run/metrics.ts'
import { prepareDatabase } from './run/prepare-database.ts'
import { findPostmaster, readProcessorTimes, subtractTimes } from './run/processor-time.ts'
import { startProduct } from './run/product.ts'

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'data-dir': { type: 'string', default: 'data-bench' },
    seconds: { type: 'string', default: '30' },
    runs: { type: 'string', default: '1' },
    statements: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})
const bounds = { seconds: Number(values.seconds), connections: 8, patience_s: 300 }
const options = { database_url: values['database-url'], data_dir: values['data-dir'] }

if (values.statements) await recordStatements()
const database = await openDatabase(options)
const data_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
try {
  for (let run = 0; run < Number(values.runs); run++) await measureOnce(database.connection_string)
} finally {
  await database.stop()
  await rm(data_dir, { recursive: true, force: true })
}

async function measureOnce(database_url: string) {
  const client = new pg.Client(database_url)
  await client.connect()
  const postmaster = await findPostmaster(client)
  await prepareDatabase(client)
  const start = await saveRunStart(client)
  const profile = values.profile && `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}`
  const product = await startProduct({
    ...{ database_url, data_dir, counting: false },
    ...(profile && { env: { NODE_OPTIONS: profile } }),
  })
  try {
    const nextMail = await createMailWriter(client)
    // Starts the parser's threads and connections, and lets both compile what they use.
    await measureMailLoad(client, product.smtp_port, nextMail, { ...bounds, seconds: 5 })
    if (values.statements) await client.query('select pg_stat_statements_reset()')
    const before = await readState(client, product.pid, postmaster)
    const load = await measureMailLoad(client, product.smtp_port, nextMail, bounds)
    const after = await readState(client, product.pid, postmaster)
    report(load, before, after)
    if (values.statements) await reportStatements(client, load.sent)
  } finally {
    await product.stop()
    await removeAddedRows(client, start)
    await client.end()
  }
}

type State = { cpu: Record<string, number>; commits: number; wal_bytes: number; wal_syncs: number }

async function readState(client: pg.Client, server_pid: number, postmaster: number): Promise<State> {
  // Sessions publish their statistics at most once a second.
  await client.query('select pg_stat_force_next_flush(), pg_sleep(1.5)')
  const { rows } = await client.query<{ commits: number; wal_bytes: number; wal_syncs: number }>(`
    select (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits,
      (select wal_bytes from pg_stat_wal)::float8 as wal_bytes,
      (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as wal_syncs`)
  const [counters = { commits: 0, wal_bytes: 0, wal_syncs: 0 }] = rows
  return { cpu: await readProcessorTimes(server_pid, postmaster), ...counters }
}

function report({ figures, sent }: Awaited<ReturnType<typeof measureMailLoad>>, before: State, after: State) {
  for (const { name, value, unit } of figures) console.log(`${name}: ${value}${unit}`)
  const cpu = subtractTimes(after.cpu, before.cpu)
  const total = Object.values(cpu).reduce((sum, ms) => sum + ms, 0)
  const perMail = (value: number) => round(value / sent)
  console.log(`processor time per email: ${perMail(total)} ms`)
  for (const [name, ms] of Object.entries(cpu).toSorted(([, a], [, b]) => b - a))
    if (perMail(ms) >= 0.05) console.log(`  ${perMail(ms)} ms ${name}`)
  console.log(
    `commits per email: ${perMail(after.commits - before.commits)}, flushes of the log: ${perMail(after.wal_syncs - before.wal_syncs)}, ` +
      `log: ${perMail((after.wal_bytes - before.wal_bytes) / 1024)} kB; load of the machine: ${round(loadavg()[0] ?? 0)}`,
  )
}

/** Makes the embedded server record its statements from the next start on. */
async function recordStatements() {
  const server = await openDatabase(options)
  const client = new pg.Client(server.connection_string)
  await client.connect()
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await client.query('alter system set pg_stat_statements.track_planning = on')
  await client.query('create extension if not exists pg_stat_statements')
  await client.end()
  await server.stop()
}

async function reportStatements(client: pg.Client, sent: number) {
  const { rows } = await client.query<{ calls: number; planning: number; execution: number; text: string }>(`
    select sum(calls)::float8 as calls, sum(total_plan_time) as planning, sum(total_exec_time) as execution,
      left(regexp_replace(min(query), '\\s+', ' ', 'g'), 150) as text
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    group by left(regexp_replace(query, '\\$\\d+|\\s+', ' ', 'g'), 400)
    order by sum(total_plan_time + total_exec_time) desc`)
  const total = rows.reduce((sum, { calls }) => sum + calls, 0)
  console.log(
    `statements per email: ${round(total / sent)}; per email: calls, ms of planning, ms of execution`,
  )
  for (const { calls, planning, execution, text } of rows.slice(0, 70))
    console.log(`  ${round(calls / sent)} ${round(planning / sent)} ${round(execution / sent)} ${text}`)
}
