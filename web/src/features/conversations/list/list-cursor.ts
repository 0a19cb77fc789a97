/** The row that j, k or the pointer last moved to, and the conversation that was open then. */
export type CursorState = { uuid: string; index: number; openUuid: string | null }

export const clampIndex = (index: number, rows: readonly unknown[]) =>
  Math.max(0, Math.min(index, rows.length - 1))

/** The row under the cursor: the one last moved to, else the open conversation's, else -1. */
export function findCursor(
  rows: readonly { uuid: string }[],
  moved: CursorState | null,
  openUuid: string | null,
): { index: number; isLost: boolean } {
  const indexOf = (uuid: string | null) => rows.findIndex((row) => row.uuid === uuid)
  const openIndex = indexOf(openUuid)
  if (!moved) return { index: openIndex, isLost: false }
  const movedIndex = indexOf(moved.uuid)
  if (movedIndex >= 0) return { index: movedIndex, isLost: false }
  if (openIndex >= 0 && moved.uuid === openUuid) return { index: openIndex, isLost: false }
  // It has left the list: the row in its place is next.
  return { index: Math.min(moved.index, rows.length - 1), isLost: true }
}

/** Where the cursor continues after a bulk action: below the rows that were done, else above them. -1 if none is left. */
export function rowBelow(rows: readonly { uuid: string }[], done: readonly { uuid: string }[]): number {
  const isLeft = (row: { uuid: string }) => !done.some(({ uuid }) => uuid === row.uuid)
  const last = rows.findLastIndex((row) => !isLeft(row))
  const below = rows.findIndex((row, index) => index > last && isLeft(row))
  return below >= 0 ? below : rows.findLastIndex(isLeft)
}
