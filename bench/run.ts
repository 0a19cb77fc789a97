/**
 * `npm run bench -- [--database-url …] [--data-dir data-bench] [--results bench/results] [--full]`: measures the product on a database
 * filled by bench:seed. Adds notes and emails to it.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from './database.ts'
import { readMachineInfo } from './run/machine-info.ts'
import { defaultBounds, measure } from './run/measure.ts'
import { round } from './run/metrics.ts'
import { type Result, report } from './run/report.ts'

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'data-dir': { type: 'string', default: 'data-bench' },
    results: { type: 'string', default: new URL('./results', import.meta.url).pathname },
    full: { type: 'boolean', default: false },
  },
})
const bounds = values.full ? { ...defaultBounds, mail_seconds: 300, mail_patience_s: 1200 } : defaultBounds

const database = await openDatabase({ database_url: values['database-url'], data_dir: values['data-dir'] })
const data_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
try {
  const database_url = database.connection_string
  const machine = await readMachineInfo(database_url)
  const measured = await measure({ database_url, data_dir }, bounds, console.log)
  const result: Result = {
    machine: { ...machine, load_at_end: round(loadavg()[0] ?? 0) },
    ...measured,
  }
  const name = `${machine.date.slice(0, 10)}-${sizeName(measured.conversations)}`
  await mkdir(values.results, { recursive: true })
  await writeFile(join(values.results, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  await writeFile(join(values.results, `${name}.md`), report(result))
  console.log(report(result))
} finally {
  await database.stop()
  await rm(data_dir, { recursive: true, force: true })
}

/** Runs add conversations, so 1,004,213 still counts as 1m. */
function sizeName(conversations: number) {
  const rounded = Number(conversations.toPrecision(1))
  return rounded >= 1e6 ? `${rounded / 1e6}m` : `${Math.max(1, Math.round(rounded / 1000))}k`
}
