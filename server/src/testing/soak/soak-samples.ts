import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { SoakServer } from './soak-server.ts'

/** The server at one moment; sizes in MB. */
export type Sample = {
  /** Since the load began. */
  hours: number
  resident: number
  heap_used: number
  heap_reserved: number
  external: number
  threads: number
  /** Open file descriptors: files and sockets. */
  descriptors: number
  /** To the database. */
  connections: number
  temp_files: number
  emails: number
  /** Emails received and not yet processed, jobs that are due, replies not yet sent. */
  waiting: { emails: number; jobs: number; replies: number }
}

export async function takeSample(
  server: SoakServer,
  database: pg.Pool,
  { hours, emails }: { hours: number; emails: number },
): Promise<Sample> {
  const metrics = await server.readMetrics()
  const mb = (name: string) => (metrics.get(name) ?? Number.NaN) / 2 ** 20
  const { rows } = await database.query<{
    connections: number
    unread: number
    jobs: number
    unsent: number
  }>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database() and application_name <> $1) as connections,
       (select count(*)::int from mail_deliveries where state = 'received') as unread,
       (select count(*)::int from graphile_worker.jobs where run_at < clock_timestamp()) as jobs,
       (select count(*)::int from messages where type = 'outgoing' and status in ('pending', 'sending')) as unsent`,
    [observerName],
  )
  const [queues] = rows
  if (!queues) throw new Error('The database returned no row')
  return {
    hours,
    ...(await server.readProcess()),
    heap_used: mb('nodejs_heap_size_used_bytes'),
    heap_reserved: mb('nodejs_heap_size_total_bytes'),
    external: mb('nodejs_external_memory_bytes'),
    connections: queues.connections,
    temp_files: (await folderBytes(server.temp_dir)) / 2 ** 20,
    emails,
    waiting: { emails: queues.unread, jobs: queues.jobs, replies: queues.unsent },
  }
}

/** The test's own connections, which are not counted. */
export const observerName = 'soak-observer'

/** Files that disappear in the meantime count as nothing. */
async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
