import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useState } from 'react'
import { createRowHeights, guessRowHeight } from './row-height.ts'
import { useGradualRows } from './use-gradual-rows.ts'

/** The rows to render, with their positions, and the virtualizer that knows the positions of all rows. */
export function useRowsInView(
  rows: readonly ConversationListItem[],
  showAssignee: boolean,
  scroller: RefObject<HTMLElement | null>,
) {
  // The virtualizer is a mutable object; memoised reads of it would show old rows.
  'use no memo'
  const [heights] = useState(createRowHeights)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // As high as the list can be, so that the first render has rows. Once they are there, the virtualizer measures the list.
    initialRect: { width: 0, height: innerHeight },
    estimateSize: (index) => {
      const row = rows[index]
      return row ? (heights.find(row) ?? guessRowHeight(row, showAssignee)) : 0
    },
    measureElement: (element, entry, instance) => {
      const row = rows[instance.indexFromElement(element)]
      const expected = row && (instance.itemSizeCache.get(row.uuid) ?? heights.find(row))
      // Reading it now would force a layout. After the next one, the virtualizer's ResizeObserver has it.
      if (!entry && expected !== undefined) return expected
      const height = measureElement(element, entry, instance)
      if (row) heights.learn(row, height)
      return height
    },
    // With another function, the virtualizer computes the positions of all rows anew.
    getItemKey: useCallback((index: number) => rows[index]?.uuid ?? index, [rows]),
    overscan: 3,
    paddingStart: 4,
    scrollPaddingStart: 4,
    scrollPaddingEnd: 4,
    gap: 1,
    // Rendered within the frame that scrolls, rows would make it longer. After it is early enough: the overscan is there.
    useFlushSync: false,
  })
  return { virtualizer, rowsInView: useGradualRows(virtualizer.getVirtualItems(), virtualizer.isScrolling) }
}
