/**
 * `npm run bench:attachments -- [--results bench/results]`: measures what images that are expensive to decode cost other users, on a new
 * workspace with its own embedded PostgreSQL. Exits with 1 when a bound is exceeded.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from './database.ts'
import { readMachineInfo } from './run/machine-info.ts'
import { harmlessFiles, hostileFiles, type Measured, measureAttachments } from './run/measure-attachments.ts'
import { round } from './run/metrics.ts'
import { startProduct } from './run/product.ts'

const { values } = parseArgs({
  options: { results: { type: 'string', default: new URL('./results', import.meta.url).pathname } },
})
const bounds = { filing_ms: 5_000, sign_in_ms: 1_000, growth_mb: 50 }
const count = 50
const admin = { email: 'ada@bench.test', password: 'Correct-horse-1' }
const inbox = 'help@bench.test'

const data_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
const database = await openDatabase({ database_url: undefined, data_dir: join(data_dir, 'database') })
const database_url = database.connection_string
const client = new pg.Client(database_url)
await client.connect()
const product = await startProduct({
  database_url,
  data_dir: join(data_dir, 'product'),
  counting: false,
  env: { PARLEY_ADMIN_EMAIL: admin.email, PARLEY_ADMIN_PASSWORD: admin.password },
})
try {
  await client.query(
    'insert into inboxes (created_at, updated_at, name, "from", address) values (now(), now(), \'Help\', $1, $1)',
    [inbox],
  )
  const machine = await readMachineInfo(database_url)
  const target = { client, product, inbox, ...admin }
  const harmless = await measureAttachments(target, await harmlessFiles(), { count, at_least_s: 45 })
  const hostile = await measureAttachments(target, await hostileFiles(), { count })
  const failures = findFailures(harmless, hostile)
  const result = {
    machine: { ...machine, load_at_end: round(loadavg()[0] ?? 0) },
    ...{ bounds, harmless, hostile, failures },
  }
  const text = report(result)
  const file = join(values.results, `${machine.date.slice(0, 10)}-attachments`)
  await writeFile(`${file}.json`, `${JSON.stringify(result, null, 2)}\n`)
  await writeFile(`${file}.md`, text)
  console.log(text)
  process.exitCode = failures.length > 0 ? 1 : 0
} finally {
  await product.stop()
  await client.end()
  await database.stop()
  await rm(data_dir, { recursive: true, force: true })
}

function findFailures(harmless: Measured, hostile: Measured): string[] {
  // A preview (200), a rejected file (404) or a preview that isn't ready yet (503).
  const { answers } = hostile
  const unexpected = Object.keys(answers).filter((status) => !['200', '404', '503'].includes(status))
  const answered = Object.values(answers).reduce((sum, some) => sum + some, 0)
  return [
    answered !== count && `${answered} of ${count} preview requests got a response`,
    unexpected.length > 0 && `Unexpected preview status ${unexpected.join(', ')}`,
    !answers[404] && 'No file was rejected',
    hostile.filing.p95 > bounds.filing_ms && 'Filing ordinary email took too long',
    hostile.sign_in.p95 > bounds.sign_in_ms && 'Signing in took too long',
    hostile.peak_mb - harmless.peak_mb > bounds.growth_mb && 'Server memory grew too much',
  ].filter((failure) => failure !== false)
}

type Result = {
  machine: Awaited<ReturnType<typeof readMachineInfo>>
  harmless: Measured
  hostile: Measured
  failures: string[]
}

function report({ machine, harmless, hostile, failures }: Result): string {
  const row = (name: string, of: (measured: Measured) => number, bound: string) =>
    `| ${name} | ${round(of(harmless))} | ${round(of(hostile))} | ${bound} |`
  return [
    `# ${count} emails with hostile attachments, ${machine.date}`,
    '',
    `${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB, PostgreSQL ${machine.postgres}; load ${machine.load} before, ${machine.load_at_end} after. Ordinary emails and sign-ins run alongside, twice a second each.`,
    '',
    '| | small images | hostile images | bound |',
    '|---|--:|--:|--:|',
    row('filing an ordinary email, p95 (ms)', ({ filing }) => filing.p95, `≤ ${bounds.filing_ms}`),
    row('sign-in, p95 (ms)', ({ sign_in }) => sign_in.p95, `≤ ${bounds.sign_in_ms}`),
    row(
      'peak memory of the server (MB)',
      ({ peak_mb }) => peak_mb,
      `≤ ${bounds.growth_mb} more than with small images`,
    ),
    row('time until the last preview response (s)', ({ seconds }) => seconds, '–'),
    '',
    failures.length === 0 ? 'All bounds are met.' : `Exceeded: ${failures.join('; ')}.`,
    '',
  ].join('\n')
}
