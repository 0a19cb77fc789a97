/** The row that j, k or the pointer last moved to, and the conversation that was open then. */
export type CursorState = { uuid: string; index: number; openUuid: string | null }

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
