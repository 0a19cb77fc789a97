import { type StatusCategory, statusDeletionRefusal } from '@parley/contract/statuses/statuses'
import type { Tx } from '../../db/transaction.ts'
import { conflict, invalid } from '../../http/errors.ts'
import { type StatusRow, statusEntity } from './statuses.ts'

type StatusFields = { name: string; category: StatusCategory }

export const createStatus = (tx: Tx, values: StatusFields): Promise<StatusRow> =>
  statusEntity.create(tx, values)

/** Changing the category also changes it in the conversations with this status, which refer to both. */
export async function updateStatus(tx: Tx, id: number, changes: Partial<StatusFields>): Promise<StatusRow> {
  const before = await statusEntity.lockExclusively(tx, id)
  assertNotDefault(before, 'be changed')
  return statusEntity.update(tx, before, changes)
}

export async function deleteStatus(tx: Tx, id: number): Promise<void> {
  const before = await statusEntity.lockExclusively(tx, id)
  assertNotDefault(before, 'be deleted')
  const { count } = await tx.db
    .selectFrom('conversations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status_id', '=', id)
    .executeTakeFirstOrThrow()
  const refusal = statusDeletionRefusal(before.name, count)
  if (refusal) throw conflict(refusal)
  await statusEntity.delete(tx, before)
}

function assertNotDefault(status: StatusRow, change: string): void {
  const refusal = defaultStatusRefusal(status, change)
  if (refusal) throw invalid('id', refusal)
}

export const defaultStatusRefusal = (
  { name, is_default }: Pick<StatusRow, 'name' | 'is_default'>,
  change: string,
): string | null => (is_default ? `Parley relies on the status ${name}; it can’t ${change}` : null)
