/**
 * `npm run bench:pooler -- [--data-dir data-bench] [--results bench/results]`: what PgBouncer costs, and statements that it doesn't let
 * us prepare, on a database filled by bench:seed. Needs Debian's package pgbouncer. Adds notes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { probePooler } from '../server/src/db/pooler.ts'
import { startPgBouncer } from '../server/src/testing/processes/pgbouncer.ts'
import { openDatabase } from './database.ts'
import { type Session, signIn } from './run/browser.ts'
import { removeAddedRows, saveRunStart } from './run/cleanup.ts'
import { noteCall, openingSteps } from './run/measure-conversations.ts'
import { percentilesOf, round } from './run/metrics.ts'
import { prepareDatabase } from './run/prepare-database.ts'
import { findPostmaster, processorSeconds } from './run/processor-time.ts'
import { startProduct } from './run/product.ts'
import { getTarget, type Target } from './run/target.ts'
import { agentEmail, password } from './seed/workspace.ts'

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: 'data-bench' },
    results: { type: 'string', default: new URL('./results', import.meta.url).pathname },
  },
})
/** The ways take turns, so that a busy moment affects all of them. */
const rounds = 5
const calls_per_round = 300

type Call = { name: string; send(browser: Session, one: Target['uuids'][number]): Promise<{ ms: number }> }
const calls: Call[] = [
  {
    name: 'list, 50 rows',
    send: (browser) => browser.get('/api/v1/conversations/assigned?page_size=50'),
  },
  ...openingSteps.map(({ name, path }): Call => ({ name, send: (browser, one) => browser.get(path(one)) })),
  {
    name: 'send a note',
    send(browser, one) {
      const { path, body } = noteCall(one)
      return browser.post(path, body)
    },
  },
]

type Way = { name: string; env: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string } }
type Sample = { times: number[]; server_s: number; database_s: number; pooler_s: number }

const data_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
const database = await openDatabase({ database_url: undefined, data_dir: values['data-dir'] })
const direct = database.connection_string
const poolers = {
  session: await startPgBouncer(direct, 'session'),
  transaction: await startPgBouncer(direct, 'transaction'),
}
const client = new pg.Client(direct)
await client.connect()
const postmaster = await findPostmaster(client)
await prepareDatabase(client)
const mark = await saveRunStart(client)
try {
  if ((await probePooler(poolers.transaction.url)).keeps_named_statements)
    throw new Error('This PgBouncer keeps named statements: there is no difference to measure')
  const ways: Way[] = [
    { name: 'direct', env: { DATABASE_URL: direct } },
    { name: 'PgBouncer, a session each: prepared', env: { DATABASE_URL: poolers.session.url } },
    {
      name: 'PgBouncer, by transaction: not prepared',
      env: { DATABASE_URL: poolers.transaction.url, DATABASE_DIRECT_URL: direct },
    },
  ]
  const target = await getTarget(client, 200)
  const samples = new Map<string, Sample>()
  for (let turn = 1; turn <= rounds; turn++)
    for (const way of ways) {
      console.log(`round ${turn} of ${rounds}: ${way.name}`)
      await measureWay(way, target, samples)
    }
  const text = report(ways, samples)
  await writeFile(join(values.results, `${new Date().toISOString().slice(0, 10)}-pooler.md`), text)
  console.log(text)
} finally {
  await removeAddedRows(client, mark)
  await client.end()
  await Promise.all([poolers.session.stop(), poolers.transaction.stop()])
  await database.stop()
  await rm(data_dir, { recursive: true, force: true })
}

async function measureWay({ name, env }: Way, target: Target, samples: Map<string, Sample>): Promise<void> {
  const { DATABASE_URL: database_url, ...other_env } = env
  const product = await startProduct({
    database_url,
    data_dir: join(data_dir, 'product'),
    counting: false,
    env: other_env,
  })
  try {
    const browser = await signIn(product.url, agentEmail(1), password)
    for (const call of calls) {
      const send = async (n: number) => {
        const one = target.uuids[n % target.uuids.length]
        if (!one) throw new Error('The database has no conversations')
        return (await call.send(browser, one)).ms
      }
      for (let n = 0; n < 50; n++) await send(n)
      const sample = samples.get(`${name} ${call.name}`) ?? {
        times: [],
        server_s: 0,
        database_s: 0,
        pooler_s: 0,
      }
      const before = await processorTimes(product.pid)
      for (let n = 0; n < calls_per_round; n++) sample.times.push(await send(n))
      const after = await processorTimes(product.pid)
      sample.server_s += after.server_s - before.server_s
      sample.database_s += after.database_s - before.database_s
      sample.pooler_s += after.pooler_s - before.pooler_s
      samples.set(`${name} ${call.name}`, sample)
    }
    browser.close()
  } finally {
    await product.stop()
  }
}

async function processorTimes(server: number) {
  const [server_s, database_s, ...pooler_s] = await Promise.all(
    [server, postmaster, poolers.session.pid, poolers.transaction.pid].map(processorSeconds),
  )
  return {
    server_s: server_s ?? 0,
    database_s: database_s ?? 0,
    pooler_s: pooler_s.reduce((sum, s) => sum + s, 0),
  }
}

function report(ways: Way[], samples: Map<string, Sample>): string {
  const rows = calls.flatMap((call) =>
    ways.map((way) => {
      const sample = samples.get(`${way.name} ${call.name}`)
      if (!sample) throw new Error(`${call.name} was not measured`)
      const { p50, p95 } = percentilesOf(sample.times)
      const perCall = [sample.server_s, sample.database_s, sample.pooler_s].map(
        (seconds) => `${((seconds * 1000) / sample.times.length).toFixed(2)}`,
      )
      return `| ${call.name} | ${way.name} | ${[p50.toFixed(2), p95.toFixed(2), ...perCall].join(' | ')} |`
    }),
  )
  return [
    '# What a pooler costs',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, load ${round(loadavg()[0] ?? 0)} at the end. ` +
      `${rounds * calls_per_round} calls each, one after the other; the ways took turns. Milliseconds; processor time per call.`,
    '',
    '| call | connection | p50 | p95 | server | PostgreSQL | PgBouncer |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rows,
    '',
  ].join('\n')
}
