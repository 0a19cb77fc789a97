import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import { measureFiles, runKysely } from '../../../files/measure-files.ts'
import { readNodes } from '../status/read-nodes.ts'
import { readDatabaseSizes } from '../status/read-sizes.ts'

const hourMs = 3_600_000
/** Almost a day, so that the time of day doesn't drift. */
const filesIntervalMs = 23.5 * hourMs
const keepMs = 90 * 24 * hourMs

/** Every hour: stores the sizes of this hour, and forgets those of 90 days ago. */
export async function takeSample({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now().getTime()
  const [sizes, nodes] = await Promise.all([readDatabaseSizes(db), readNodes(db)])
  const free = nodes.flatMap(({ is_alive, disk }) => (is_alive && disk ? [disk.free_bytes] : []))
  const columns = {
    database_bytes: sizes.database_bytes,
    search_bytes: sizes.search_bytes,
    disk_free_bytes: free.length > 0 ? Math.min(...free) : null,
    files_bytes: (await isMeasured(db, new Date(now - filesIntervalMs)))
      ? null
      : await measureFiles(runKysely(db)),
  }
  await db
    .insertInto('system_samples')
    .values({ at: new Date(now - (now % hourMs)), ...columns })
    .onConflict((conflict) => conflict.column('at').doNothing())
    .execute()
  await db
    .deleteFrom('system_samples')
    .where('at', '<', new Date(now - keepMs))
    .execute()
  await db
    .deleteFrom('request_samples')
    .where('at', '<', new Date(now - keepMs))
    .execute()
}

async function isMeasured(db: Db, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('system_samples')
    .select('at')
    .where('at', '>', since)
    .where('files_bytes', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
