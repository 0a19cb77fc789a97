/**
 * `npm run bench:browser -- [--data-dir .cache/bench/100k] [--results bench/results] [--samples 120] [cached typing …]`: measures the
 * product in headless Chromium, on 100,000 conversations that it seeds when the data folder is empty. Naming parts measures only these and
 * writes no result. Exits with 1 when a bar isn't met.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ensureInstalled } from '../scripts/setup/system-packages.ts'
import { type Bar, type BrowserResult, browserReport, meetsBar } from './browser/browser-report.ts'
import { defaultBounds, measureBrowser, type Part, parts } from './browser/measure-browser.ts'
import { openBrowser } from './browser/open-browser.ts'
import { ensureSeeded, isHalfSeeded } from './curves/seeded-database.ts'
import { openDatabase } from './database.ts'
import { readMachineInfo } from './run/machine-info.ts'
import { round } from './run/metrics.ts'
import { startProduct } from './run/product.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'data-dir': { type: 'string', default: '.cache/bench/100k' },
    results: { type: 'string', default: new URL('./results', import.meta.url).pathname },
    samples: { type: 'string', default: String(defaultBounds.samples) },
  },
})
const conversations = 100_000
const unknown = positionals.find((name) => !parts.some((part) => part === name))
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}; there are ${parts.join(', ')}`)
  process.exit(1)
}
const chosen = positionals.length > 0 ? (positionals as Part[]) : parts
const samples = Number(values.samples)

ensureInstalled(['chromium'])
if (!existsSync(new URL('../web/dist/index.html', import.meta.url)))
  throw new Error('There is no web build: run `npm run build` first')
const data_dir = values['data-dir']
if (!existsSync(data_dir) || isHalfSeeded(data_dir))
  await ensureSeeded(data_dir, { conversations, narrow: false }, console.log)

const product_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
const database = await openDatabase({ database_url: undefined, data_dir })
const database_url = database.connection_string
const client = new pg.Client(database_url)
await client.connect()
const machine = await readMachineInfo(database_url)
// First, because nothing would stop the product if it can't be opened.
const browser = await openBrowser()
const product = await startProduct({ database_url, data_dir: product_dir, counting: false })
try {
  const bounds = { ...defaultBounds, samples, first_rows: Math.min(samples, defaultBounds.first_rows) }
  const measured = await measureBrowser({ browser, url: product.url, client }, bounds, chosen, say)
  const result: BrowserResult = {
    machine: { ...machine, load_at_end: round(loadavg()[0] ?? 0) },
    conversations,
    ...measured,
  }
  console.log(browserReport(result))
  if (chosen === parts) {
    const file = join(values.results, `${machine.date.slice(0, 10)}-browser`)
    await writeFile(`${file}.json`, `${JSON.stringify(result, null, 2)}\n`)
    await writeFile(`${file}.md`, browserReport(result))
  }
  process.exitCode = measured.bars.every(meetsBar) ? 0 : 1
} finally {
  await browser.close()
  await product.stop()
  await client.end()
  await database.stop()
  await rm(product_dir, { recursive: true, force: true })
}

function say(bar: Bar) {
  console.log(
    `${meetsBar(bar) ? '✔' : '✘'} ${bar.name} (1/${bar.slowdown} CPU): ${bar.value}${bar.unit}, bar ${bar.most}${bar.unit}; ${bar.detail}; calibration ${bar.calibration} ms`,
  )
}
