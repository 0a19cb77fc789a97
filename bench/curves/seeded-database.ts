import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatBytes, formatCount } from '../../server/src/format-amounts.ts'
import { withBulkLoadSettings } from '../database.ts'
import { type DataSet, seed } from '../seed/seed.ts'

/** The size on disk after loading, as measured, plus what sorting and the write-ahead log need during it. */
const bytesPerConversation = { full: 40_000, narrow: 12_000 }
const spareBytes = 6e9

/** Disk space that seeding needs, in bytes. */
export const neededBytes = ({ conversations, narrow }: DataSet): number =>
  conversations * bytesPerConversation[narrow ? 'narrow' : 'full'] + spareBytes

/** `date` is the day on which the data ends: reports over the last year of older data have fewer days to show. */
type Seeded = DataSet & { date: string; seconds: number }

/** Present while a folder is being filled. */
const marker = (data_dir: string) => join(data_dir, 'seeding')

export const isHalfSeeded = (data_dir: string): boolean => existsSync(marker(data_dir))

/**
 * Fills a data folder, unless it is already filled. One whose seeding was interrupted is filled again. @throws when it contains something
 * else, or there isn't enough disk space
 */
export async function ensureSeeded(
  data_dir: string,
  data_set: DataSet,
  say: (line: string) => void,
): Promise<Seeded> {
  const file = join(data_dir, 'seeded.json')
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'))
  if (isHalfSeeded(data_dir)) await rm(data_dir, { recursive: true })
  await mkdir(data_dir, { recursive: true })
  if ((await readdir(data_dir)).length > 0)
    throw new Error(`${data_dir} contains something that this benchmark hasn’t seeded. Move or delete it`)
  await assertEnoughSpace(data_dir, data_set)
  await writeFile(marker(data_dir), '')
  const from = performance.now()
  await withBulkLoadSettings(data_dir, (url) => seed(url, data_set, say))
  const seconds = Math.round((performance.now() - from) / 1000)
  const { conversations, narrow } = data_set
  const seeded = { conversations, narrow, date: new Date().toISOString().slice(0, 10), seconds }
  await writeFile(file, JSON.stringify(seeded))
  await rm(marker(data_dir))
  return seeded
}

async function assertEnoughSpace(data_dir: string, data_set: DataSet) {
  const { bavail, bsize } = await statfs(data_dir)
  const [needed, free] = [neededBytes(data_set), bavail * bsize]
  if (free < needed)
    throw new Error(
      `${formatCount(data_set.conversations, 'conversation')} need ${formatBytes(needed)} of disk space, and ${formatBytes(free)} are free. ` +
        'Free some, or leave this size out with --sizes',
    )
}
