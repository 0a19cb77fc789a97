import { statfs } from 'node:fs/promises'
import { json } from '../db/json.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { Node } from './node.ts'

/** What only the node itself can see; other nodes read it from the list. */
export type NodeReport = {
  /** Of its data folder; null if the system can't tell. */
  disk: { free_bytes: number; size_bytes: number } | null
  memory_bytes: number
}

const intervalMs = 15_000

/** Stores what this node sees, now and every few seconds. */
export function startNodeReports(deps: {
  db: Db
  node: Pick<Node, 'id'>
  data_dir: string
  log: Pick<Log, 'warn'>
}): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const report = () => {
    // A dead network mount never responds.
    running ??= saveNodeReport(deps)
      .catch((error: Error) =>
        deps.log.warn({ reason: error.message }, 'could not report the state of this node'),
      )
      .finally(() => {
        running = undefined
      })
  }
  report()
  const timer = setInterval(report, intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

async function saveNodeReport({
  db,
  node,
  data_dir,
}: {
  db: Db
  node: Pick<Node, 'id'>
  data_dir: string
}): Promise<void> {
  const report: NodeReport = { disk: await readDisk(data_dir), memory_bytes: process.memoryUsage.rss() }
  await db
    .updateTable('nodes')
    .set({ report: json(report) })
    .where('id', '=', node.id)
    .execute()
}

async function readDisk(folder: string): Promise<NodeReport['disk']> {
  const disk = await statfs(folder).catch(() => null)
  return disk && { free_bytes: disk.bavail * disk.bsize, size_bytes: disk.blocks * disk.bsize }
}
