import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../database.ts'
import type { Bounds } from '../run/bounds.ts'
import { measureBusyCores, readMachineInfo } from '../run/machine-info.ts'
import { measure } from '../run/measure.ts'
import { round } from '../run/metrics.ts'
import type { SizeResult } from './curve-result.ts'
import { ensureSeeded } from './seeded-database.ts'
import type { Size } from './sizes.ts'

type Options = {
  sizes: Size[]
  /** Where databases are, and what an interrupted run has measured. */
  cache_dir: string
  /** Removes each database after it was measured. */
  discard: boolean
  bounds: Bounds
  /** Of the version that is measured. */
  commit: string
  say: (line: string) => void
}

/** Seeds and measures the sizes one after the other. Sizes that an interrupted run of the same version has measured are not repeated. */
export async function runCurves({
  sizes,
  cache_dir,
  discard,
  bounds,
  commit,
  say,
}: Options): Promise<SizeResult[]> {
  const results: SizeResult[] = []
  for (const size of sizes) {
    const file = measuredFile(cache_dir, size)
    const earlier = await readMeasured(file)
    if (earlier?.commit === commit) {
      say(`${size.name}: measured at ${earlier.machine.date}`)
      results.push(earlier)
      continue
    }
    const data_dir = join(cache_dir, size.name)
    const seeded = await ensureSeeded(data_dir, size, (line) => say(`${size.name}: ${line}`))
    const measured = await measureSize(size, data_dir, { bounds, commit }, (line) =>
      say(`${size.name}: ${line}`),
    )
    const result = { ...measured, seeded: seeded.date }
    await mkdir(join(cache_dir, 'measured'), { recursive: true })
    // A half-written file would count as measured.
    await writeFile(`${file}.tmp`, JSON.stringify(result))
    await rename(`${file}.tmp`, file)
    if (discard) await rm(data_dir, { recursive: true, force: true })
    results.push(result)
  }
  return results
}

/** After the result of all sizes was written, the next run measures them again. */
export async function forgetMeasured(cache_dir: string): Promise<void> {
  await rm(join(cache_dir, 'measured'), { recursive: true, force: true })
}

const measuredFile = (cache_dir: string, { name }: Size) => join(cache_dir, 'measured', `${name}.json`)

async function readMeasured(file: string): Promise<SizeResult | null> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null
}

async function measureSize(
  { name, conversations, narrow }: Size,
  data_dir: string,
  { bounds, commit }: Pick<Options, 'bounds' | 'commit'>,
  say: (line: string) => void,
): Promise<Omit<SizeResult, 'seeded'>> {
  const busy_cores = await measureBusyCores(3)
  const from = performance.now()
  const database = await openDatabase({ database_url: undefined, data_dir })
  const product_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    const database_url = database.connection_string
    const machine = await readMachineInfo(database_url)
    // Data that an older version has seeded. Otherwise the server would migrate it in the middle of what is measured.
    await migrate(database_url)
    const measured = await measure({ database_url, data_dir: product_dir, narrow }, bounds, say)
    return {
      ...measured,
      ...{ size: name, conversations, narrow, commit, busy_cores },
      machine: { ...machine, load_at_end: round(loadavg()[0] ?? 0) },
      minutes: round((performance.now() - from) / 60_000),
    }
  } finally {
    await database.stop()
    await rm(product_dir, { recursive: true, force: true })
  }
}
