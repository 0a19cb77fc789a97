/**
 * `npm run bench -- [--sizes 10k,100k,1m] [--discard] [--results bench/results]`: seeds each size in .cache/bench unless it is there,
 * measures it, and writes one result with curves. A run that was interrupted continues with the sizes that are missing.
 *
 * `npm run bench -- --data-dir data-bench` or `--database-url …` `[--narrow] [--full] [--results bench/results]`: measures one database
 * filled by bench:seed, with more samples.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { publishCurves } from './curves/publish-curves.ts'
import { forgetMeasured, runCurves } from './curves/run-curves.ts'
import { parseSizes } from './curves/sizes.ts'
import { openDatabase } from './database.ts'
import { curveBounds, defaultBounds } from './run/bounds.ts'
import { readMachineInfo } from './run/machine-info.ts'
import { measure } from './run/measure.ts'
import { round } from './run/metrics.ts'
import { type Result, report } from './run/report.ts'
import { readCommit } from './run/version.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10k,100k,1m' },
    discard: { type: 'boolean', default: false },
    'database-url': { type: 'string' },
    'data-dir': { type: 'string' },
    narrow: { type: 'boolean', default: false },
    results: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
})
const results_dir = values.results ?? new URL('./results', import.meta.url).pathname
if (values['database-url'] || values['data-dir']) await measureOne()
else await measureSizes()

async function measureSizes() {
  const cache_dir = new URL('../.cache/bench', import.meta.url).pathname
  const { discard } = values
  const commit = await readCommit()
  const sizes = await runCurves({
    ...{ sizes: parseSizes(values.sizes), cache_dir, discard, commit, bounds: curveBounds, say: console.log },
  })
  const docs = values.results ? null : new URL('../docs/scaling.md', import.meta.url).pathname
  console.log(await publishCurves({ sizes }, results_dir, docs))
  await forgetMeasured(cache_dir)
}

async function measureOne() {
  const bounds = values.full ? { ...defaultBounds, mail_seconds: 300, mail_patience_s: 1200 } : defaultBounds
  const database = await openDatabase({
    database_url: values['database-url'],
    data_dir: values['data-dir'] ?? 'data-bench',
  })
  const data_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    const database_url = database.connection_string
    const machine = await readMachineInfo(database_url)
    const measured = await measure({ database_url, data_dir, narrow: values.narrow }, bounds, console.log)
    const result: Result = {
      machine: { ...machine, load_at_end: round(loadavg()[0] ?? 0) },
      ...measured,
    }
    const name = `${machine.date.slice(0, 10)}-${sizeName(measured.conversations)}`
    await mkdir(results_dir, { recursive: true })
    await writeFile(join(results_dir, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
    await writeFile(join(results_dir, `${name}.md`), report(result))
    console.log(report(result))
  } finally {
    await database.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}

/** Runs add conversations, so 1,004,213 still counts as 1m. */
function sizeName(conversations: number) {
  const rounded = Number(conversations.toPrecision(1))
  return rounded >= 1e6 ? `${rounded / 1e6}m` : `${Math.max(1, Math.round(rounded / 1000))}k`
}
