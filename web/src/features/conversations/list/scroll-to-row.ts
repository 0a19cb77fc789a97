import type { Virtualizer } from '@tanstack/react-virtual'

type Scroller = Pick<
  Virtualizer<HTMLElement, Element>,
  'getOffsetForIndex' | 'scrollOffset' | 'scrollToIndex'
>

/**
 * Scrolls as little as needed to make a row visible. A row in view is not left to the virtualizer: it would wait for a scroll event that
 * never comes, and force a layout in every render until then.
 */
export function scrollToRow(virtualizer: Scroller, index: number) {
  const [offset] = virtualizer.getOffsetForIndex(index, 'auto') ?? []
  if (offset !== undefined && Math.abs(offset - (virtualizer.scrollOffset ?? 0)) >= 1)
    virtualizer.scrollToIndex(index, { align: 'auto' })
}
