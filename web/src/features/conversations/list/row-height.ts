import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { hasSlaClocks } from '../sla/sla-clocks.ts'

type Row = Pick<ConversationListItem, 'tags' | 'trashed_at'> & Parameters<typeof hasSlaClocks>[0]

/** Whether the row has a line of SLA badges and tags. */
export const hasMarks = (row: Row) => row.tags.length > 0 || hasSlaClocks(row)

/**
 * Heights of rows that haven't been rendered, in pixels. A wrong one costs a second layout and moves the rows below, so they are as high as the
 * first rendered row with the same lines. Later ones don't count: thousands of rows would move when one is a pixel higher.
 */
export function createRowHeights() {
  const measured = new Map<string, number>()
  const linesOf = (row: Row) => `${hasMarks(row)} ${row.trashed_at !== null}`
  return {
    /** Undefined while no row with the same lines was rendered. */
    find: (row: Row) => measured.get(linesOf(row)),
    learn: (row: Row, height: number) => {
      if (!measured.has(linesOf(row))) measured.set(linesOf(row), height)
    },
  }
}

/** The height of a row in the default font size, in pixels. */
export const guessRowHeight = (row: Row, showAssignee: boolean): number =>
  80 + (showAssignee ? 2 : 0) + (hasMarks(row) ? 25 : 0)
