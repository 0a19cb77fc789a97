import type { Cursor } from './cursor.ts'

/** A message as a mailbox lists it. `arrived` is its INTERNALDATE, null where the server gave none. */
export type ListedMail = { uid: number; size: number; arrived: Date | null; message_id: string | null }

/** Mail that arrived since the first look is ours whatever its date; what was there is ours from `since` on. */
export const isInScope = (cursor: Cursor, { uid, arrived }: Pick<ListedMail, 'uid' | 'arrived'>): boolean =>
  uid > cursor.historical_until_uid || cursor.since === null || arrived === null || arrived >= cursor.since

export const isHistorical = (
  cursor: Cursor,
  { uid, arrived }: Pick<ListedMail, 'uid' | 'arrived'>,
): boolean =>
  uid <= cursor.historical_until_uid &&
  (cursor.live_since === null || arrived === null || arrived < cursor.live_since)

/** What the server holds in scope, minus what is accounted for: received, known under another UID, or erased. */
export const missingUids = (
  on_server: number[],
  accounted: Set<number>,
  out_of_scope: Set<number>,
): number[] => on_server.filter((uid) => !accounted.has(uid) && !out_of_scope.has(uid))
