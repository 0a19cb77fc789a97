import type { Tx } from '../db/transact.ts'

/** Records what happens to one kind of thing that belongs to no conversation: `record(tx, 'tag.deleted', id, changes, data)`. */
export const recordsOf =
  (kind: string) =>
  (
    tx: Tx,
    type: string,
    id: number,
    changes: Record<string, [unknown, unknown]>,
    data: Record<string, unknown> = {},
  ) =>
    tx.record({ type, object: { type: kind, id }, changes, data })
