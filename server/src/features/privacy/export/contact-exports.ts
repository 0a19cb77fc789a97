import { type ContactExport, exportDays } from '@parley/contract/privacy/privacy'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import type { FileArea, FileStore } from '../../../files/file-store.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { isTransient } from '../../../transient-error.ts'
import { lockContact } from '../../contacts/lock-contact.ts'
import { removeUnreferencedFile } from '../../media/remove-unused-uploads.ts'
import { streamContactExport } from './write-export.ts'

export const exportContactJob = 'export_contact'

type Deps = { db: Db; act: Act; system: Actor; clock: Clock; files: Record<FileArea, FileStore> }

type Row = {
  id: number
  requested_at: Date
  requested_by_id: number
  requested_by: string
  contact_id: number
  contact: string
  state: ContactExport['state']
  content_hash: Buffer | null
  size: number | null
  finished_at: Date | null
  expires_at: Date | null
  failure: string | null
}

const maxListed = 200

async function readRows(db: Db, where: RawBuilder<boolean>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.*, trim(a.first_name || ' ' || a.last_name) as requested_by,
      trim(k.first_name || ' ' || k.last_name || case when k.email is null then '' else ' <' || k.email || '>' end) as contact
    from contact_exports e join agents a on a.id = e.requested_by_id join contacts k on k.id = e.contact_id
    where ${where} order by e.id desc limit ${maxListed}`.execute(db)
  return rows
}

const present = ({ content_hash: _, ...row }: Row): ContactExport => ({
  ...row,
  requested_at: row.requested_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
})

export const listContactExports = async (db: Db): Promise<ContactExport[]> =>
  (await readRows(db, sql`true`)).map(present)

/** Queues the export of a contact. Recorded in the activity log, like each download. */
export async function requestExport(tx: Tx, contact_id: number): Promise<ContactExport> {
  await lockContact(tx, contact_id)
  const { id } = await tx.db
    .insertInto('contact_exports')
    .values({ contact_id, requested_at: tx.now, requested_by_id: tx.actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.record({ type: 'contact_export.requested', object: { type: 'contact_export', id } })
  await tx.enqueue(exportContactJob, { id }, { key: `${exportContactJob}:${id}` })
  const [row] = await readRows(tx.db, sql`e.id = ${id}`)
  if (!row) throw notFound('Export')
  return present(row)
}

/** Job: makes the zip file. What was stored for an attempt that failed is removed with other files that nothing refers to. */
export async function runExport({ db, act, system, files }: Deps, id: number): Promise<void> {
  const waiting = await db
    .selectFrom('contact_exports')
    .select('contact_id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (!waiting) return
  try {
    const stream = await streamContactExport({ db, files }, waiting.contact_id)
    const stored = await files.media.putStream(stream, Number.POSITIVE_INFINITY)
    if (!stored) throw new Error('The export is too large')
    await act(system, (tx) =>
      finish(tx, id, {
        ...{ state: 'ready', content_hash: stored.hash, size: stored.size },
        expires_at: new Date(tx.now.getTime() + exportDays * 86_400_000),
      }),
    )
  } catch (error) {
    if (isTransient(error)) throw error
    await act(system, (tx) => finish(tx, id, { state: 'failed', failure: (error as Error).message }))
  }
}

type Outcome =
  | { state: 'ready'; content_hash: Buffer; size: number; expires_at: Date }
  | { state: 'failed'; failure: string }

async function finish(tx: Tx, id: number, outcome: Outcome): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('contact_exports')
    .set({ ...outcome, finished_at: tx.now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  // Otherwise the contact was erased in the meantime.
  if (numUpdatedRows > 0n)
    await tx.record({ type: `contact_export.${outcome.state}`, object: { type: 'contact_export', id } })
}

/** The file of an export, for its requester. Recorded before it is sent. */
export async function openExport(
  { act, files }: Pick<Deps, 'act' | 'files'>,
  actor: Actor,
  id: number,
): Promise<{ stream: NodeJS.ReadableStream; size: number }> {
  const { content_hash, size } = await act(actor, async (tx) => {
    const [row] = await readRows(tx.db, sql`e.id = ${id}`)
    if (row?.requested_by_id !== tx.actor.id) throw notFound('Export')
    const isOver = row.state === 'expired' || (row.expires_at !== null && row.expires_at <= tx.now)
    if (isOver) throw conflict('This export has expired. Request a new one')
    if (row.content_hash === null || row.size === null) throw conflict('This export isn’t ready')
    await tx.record({ type: 'contact_export.downloaded', object: { type: 'contact_export', id } })
    return { content_hash: row.content_hash, size: row.size }
  })
  return { stream: await files.media.stream(content_hash), size }
}

/** Job, hourly: removes the files of exports that can't be downloaded any more. */
export async function expireExports({
  db,
  clock,
  files,
}: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> {
  const expired = await db
    .selectFrom('contact_exports')
    .select(['id', 'content_hash'])
    .where('state', '=', 'ready')
    .where('expires_at', '<=', clock.now())
    .execute()
  for (const { id, content_hash } of expired) {
    await db
      .updateTable('contact_exports')
      .set({ state: 'expired', content_hash: null })
      .where('id', '=', id)
      .execute()
    if (content_hash) await removeUnreferencedFile(db, files.media, content_hash)
  }
}
