import type { SystemStatus } from '@parley/contract/system/system-status'
import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { readLastBackup } from '../../../backup/recorded-backups.ts'
import type { Clock } from '../../../clock.ts'
import { migrationFiles } from '../../../db/migrate.ts'
import type { Db } from '../../../db/pool.ts'
import { readGauges } from '../../../db/read-gauges.ts'
import { schemaNumberOf } from '../../../db/schema-version.ts'
import type { Registry } from '../../../readiness.ts'
import { listMailboxStates } from '../../email/imap/list-mailboxes.ts'
import { findNewRelease } from '../../settings/version-check.ts'
import { readUnfinishedBackfills } from './read-backfills.ts'
import { readNodes } from './read-nodes.ts'
import { readConsumers, readQueues } from './read-queues.ts'
import { readDatabaseSizes } from './read-sizes.ts'

export type StatusDeps = {
  clock: Clock
  readiness: Pick<Registry, 'report'>
  version: string
  update_url: string | undefined
}

export async function readStatus(
  db: Db,
  actor: Pick<Actor, 'id'>,
  { clock, readiness, version, update_url }: StatusDeps,
): Promise<SystemStatus> {
  const [
    health,
    versions,
    release,
    nodes,
    queues,
    consumers,
    mailboxes,
    sizes,
    files_bytes,
    backfills,
    backup,
  ] = await Promise.all([
    readiness.report(),
    readVersions(db, version),
    findNewRelease(db, actor, version),
    readNodes(db),
    orNullIfSlow(readQueues(db, clock)),
    orNullIfSlow(readConsumers(db, clock)),
    orNullIfSlow(readGauges(db, (trx) => readMailboxes(trx, clock.now()))),
    orNullIfSlow(readDatabaseSizes(db)),
    orNullIfSlow(readGauges(db, readFilesBytes)),
    orNullIfSlow(readGauges(db, readUnfinishedBackfills)),
    readBackup(db),
  ])
  return {
    ...{ health, versions, nodes, queues, consumers, mailboxes, backfills, backup },
    checks_for_updates: update_url !== undefined,
    update: release && {
      version: release.update.release_version,
      date: release.update.release_date,
      url: release.update.url,
    },
    sizes: { ...(sizes ?? { database_bytes: null, search_bytes: null, tables: null }), files_bytes },
  }
}

/** One table that is locked, or a large database whose size isn't cached, must not hide everything else. */
const orNullIfSlow = <T>(part: Promise<T>): Promise<T | null> =>
  part.catch((error: Error & { code?: string }) => {
    if (error.code !== queryCancelled) throw error
    return null
  })

const queryCancelled = '57014'

async function readVersions(db: Db, parley: string): Promise<SystemStatus['versions']> {
  const [{ rows }, files] = await Promise.all([
    sql<{ version: string }>`select current_setting('server_version') as version`.execute(db),
    migrationFiles(),
  ])
  return {
    parley,
    schema: schemaNumberOf(files.at(-1) ?? '0000'),
    node: process.versions.node,
    postgresql: rows[0]?.version ?? '',
  }
}

/** Mailboxes with the newest email of their inbox. */
async function readMailboxes(db: Db, now: Date): Promise<SystemStatus['mailboxes']> {
  const [mailboxes, { rows }] = [
    await listMailboxStates(db, now),
    await sql<{ id: number; name: string; last_mail_at: Date | null }>`
      select i.id, i.name, newest.received_at as last_mail_at from inboxes i
      left join lateral (
        select d.received_at from mail_deliveries d where d.inbox_id = i.id order by d.id desc limit 1
      ) newest on true
      where i.deleted_at is null`.execute(db),
  ]
  const inboxes = new Map(rows.map((row) => [row.id, row]))
  return mailboxes.map((mailbox) => {
    const inbox = inboxes.get(mailbox.inbox_id)
    return {
      ...mailbox,
      inbox_name: inbox?.name ?? '',
      last_mail_at: inbox?.last_mail_at?.toISOString() ?? null,
    }
  })
}

async function readBackup(db: Db): Promise<SystemStatus['backup']> {
  const { finished, failed } = await readLastBackup(db)
  return {
    created_at: finished?.created_at.toISOString() ?? null,
    bytes: finished?.bytes ?? null,
    place: finished && `${finished.target}/${finished.name}`,
    error: failed?.error ?? null,
  }
}

/** As of the last daily measurement. */
async function readFilesBytes(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('system_samples')
    .select('files_bytes')
    .where('files_bytes', 'is not', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.files_bytes ?? null
}
