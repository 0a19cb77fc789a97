import type { Tx } from '../db/transaction.ts'

/** Returns a function that records events of one kind of object outside conversations: `record(tx, 'tag.deleted', id, changes, data)`. */
export const objectRecorder =
  (object_type: string) =>
  (
    tx: Tx,
    type: string,
    id: number,
    changes: Record<string, [unknown, unknown]>,
    data: Record<string, unknown> = {},
  ) =>
    tx.record({ type, object: { type: object_type, id }, changes, data })
