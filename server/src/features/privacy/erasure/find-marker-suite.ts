import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { TestApp } from '../../../testing/test-app.ts'
import { marker } from './plant-marker-suite.ts'

/** Every place where the marker still is: tables with a row, and files. */
export async function findMarker(t: TestApp): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker') and not c.relispartition order by 1`.execute(
    t.db,
  )
  const places: string[] = []
  const hex = Buffer.from(marker).toString('hex')
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select r::text as row from ${sql.raw(name)} r where r::text ilike ${`%${marker}%`} or r::text ilike ${`%${hex}%`} limit 3`.execute(
      t.db,
    )
    for (const { row } of rows) places.push(`${name}: ${row}`)
  }
  return [...places, ...(await findInFiles(t.data_dir))]
}

const decompress = promisify(zstdDecompress)

async function findInFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const places: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const content = path.endsWith('.zst') ? await decompress(bytes) : bytes
    if (content.toString('latin1').toLowerCase().includes(marker)) places.push(path)
  }
  return places
}

/** Makes every stored file older, because the storage goes by the clock of the machine. */
export async function ageFiles(folder: string, ms: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const at = new Date(Date.now() - ms)
  for (const entry of entries) if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), at, at)
}
