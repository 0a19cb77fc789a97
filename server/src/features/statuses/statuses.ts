import { type Status, type StatusCategory, statusDeletionRefusal } from '@parley/contract/statuses/statuses'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, invalid, notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'

const record = objectRecorder('status')

type StatusRow = Selectable<DB['statuses']>

export const listStatuses = (db: Db): Promise<StatusRow[]> =>
  db.selectFrom('statuses').selectAll().orderBy('id').execute()

export async function createStatus(
  tx: Tx,
  values: { name: string; category: StatusCategory },
): Promise<StatusRow> {
  const status = await tx.db
    .insertInto('statuses')
    .values({ ...values, created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'status.created', status.id, changedFields(null, values))
  return status
}

/** Changing the category also changes it in the conversations with this status. */
export async function updateStatus(
  tx: Tx,
  id: number,
  patch: { name?: string; category?: StatusCategory },
): Promise<StatusRow> {
  const before = await lockStatus(tx, id)
  assertNotDefault(before, 'be changed')
  const fields = { name: before.name, category: before.category }
  const values = { ...fields, ...patch }
  const changes = changedFields(fields, values)
  if (Object.keys(changes).length === 0) return before
  const after = await tx.db
    .updateTable('statuses')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'status.changed', id, changes)
  return after
}

export async function deleteStatus(tx: Tx, id: number): Promise<void> {
  const { name, category, ...status } = await lockStatus(tx, id)
  assertNotDefault({ name, ...status }, 'be deleted')
  const { count } = await tx.db
    .selectFrom('conversations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status_id', '=', id)
    .executeTakeFirstOrThrow()
  const reason = statusDeletionRefusal(name, count)
  if (reason) throw conflict(reason)
  await tx.db.deleteFrom('statuses').where('id', '=', id).execute()
  await record(tx, 'status.deleted', id, changedFields({ name, category }, null))
}

function assertNotDefault(status: Pick<StatusRow, 'name' | 'is_default'>, change: string): void {
  const reason = defaultStatusRefusal(status, change)
  if (reason) throw invalid('id', reason)
}

export const defaultStatusRefusal = (
  { name, is_default }: Pick<StatusRow, 'name' | 'is_default'>,
  change: string,
): string | null => (is_default ? `Parley relies on the status ${name}; it can’t ${change}` : null)

export async function getStatus(db: Db, id: number): Promise<StatusRow> {
  const status = await db.selectFrom('statuses').selectAll().where('id', '=', id).executeTakeFirst()
  if (!status) throw notFound('Status')
  return status
}

export async function lockStatus(tx: Tx, id: number): Promise<StatusRow> {
  const status = await tx.db
    .selectFrom('statuses')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!status) throw notFound('Status')
  return status
}

export const presentStatus = (row: StatusRow): Status => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  name: row.name,
  category: row.category,
  is_default: row.is_default,
})
