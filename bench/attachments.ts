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
  const surroundings = await readMachineInfo(database_url)
  const target = { client, product, inbox, ...admin }
  const harmless = await measureAttachments(target, await harmlessFiles(), { count, at_least_s: 45 })
  const hostile = await measureAttachments(target, await hostileFiles(), { count })
  const failures = findFailures(harmless, hostile)
  const result = {
    surroundings: { ...surroundings, load_at_end: round(loadavg()[0] ?? 0) },
    ...{ bounds, harmless, hostile, failures },
  }
  const text = report(result)
  const file = join(values.results, `${surroundings.date.slice(0, 10)}-attachments`)
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
  // A preview (200), a refused file (404) or a preview that isn't ready yet (503).
  const { answers } = hostile
  const unexpected = Object.keys(answers).filter((status) => !['200', '404', '503'].includes(status))
  const answered = Object.values(answers).reduce((sum, some) => sum + some, 0)
  return [
    answered !== count && `${answered} of ${count} previews were answered`,
    unexpected.length > 0 && `Previews answered ${unexpected.join(', ')}`,
    !answers[404] && 'No file was refused',
    hostile.filing.p95 > bounds.filing_ms && 'Ordinary mail was filed too slowly',
    hostile.sign_in.p95 > bounds.sign_in_ms && 'Signing in took too long',
    hostile.peak_mb - harmless.peak_mb > bounds.growth_mb && 'The server grew too much',
  ].filter((failure) => failure !== false)
}

type Result = {
  surroundings: Awaited<ReturnType<typeof readMachineInfo>>
  harmless: Measured
  hostile: Measured
  failures: string[]
}

function report({ surroundings, harmless, hostile, failures }: Result): string {
  const row = (name: string, of: (measured: Measured) => number, bound: string) =>
    `| ${name} | ${round(of(harmless))} | ${round(of(hostile))} | ${bound} |`
  return [
    `# ${count} mails with hostile attachments, ${surroundings.date}`,
    '',
    `${surroundings.cores} cores (${surroundings.cpu}), ${surroundings.memory_gb} GB, PostgreSQL ${surroundings.postgres}; load ${surroundings.load} before, ${surroundings.load_at_end} after. Ordinary mails arrive and people sign in twice a second each.`,
    '',
    '| | small images | hostile images | bound |',
    '|---|--:|--:|--:|',
    row('ordinary mail filed, p95 (ms)', ({ filing }) => filing.p95, `≤ ${bounds.filing_ms}`),
    row('sign-in, p95 (ms)', ({ sign_in }) => sign_in.p95, `≤ ${bounds.sign_in_ms}`),
    row(
      'peak memory of the server (MB)',
      ({ peak_mb }) => peak_mb,
      `≤ ${bounds.growth_mb} more than with small images`,
    ),
    row('until the last preview was answered (s)', ({ seconds }) => seconds, '–'),
    '',
    failures.length === 0 ? 'All bounds are met.' : `Exceeded: ${failures.join('; ')}.`,
    '',
  ].join('\n')
}
