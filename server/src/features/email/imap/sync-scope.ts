import type { Cursor } from './cursor.ts'

/** A message as listed by a mailbox. `arrived_at` is its INTERNALDATE, null if the server gave none. */
export type ListedMail = { uid: number; size: number; arrived_at: Date | null; message_id: string | null }

/** Mail that arrived after the first sync is always in scope; earlier mail is in scope from `since` on. */
export const isInScope = (
  cursor: Cursor,
  { uid, arrived_at }: Pick<ListedMail, 'uid' | 'arrived_at'>,
): boolean =>
  uid > cursor.historical_until_uid ||
  cursor.since === null ||
  arrived_at === null ||
  arrived_at >= cursor.since

export const isHistorical = (
  cursor: Cursor,
  { uid, arrived_at }: Pick<ListedMail, 'uid' | 'arrived_at'>,
): boolean =>
  uid <= cursor.historical_until_uid &&
  (cursor.live_since === null || arrived_at === null || arrived_at < cursor.live_since)

/** Messages on the server that are in scope but not accounted for: received, known under another UID, or erased. */
export const missingUids = (
  on_server: number[],
  accounted: Set<number>,
  out_of_scope: Set<number>,
): number[] => on_server.filter((uid) => !accounted.has(uid) && !out_of_scope.has(uid))
