import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { isRowVisible } from './row-visibility.ts'
import type { RowsHandle } from './virtual-rows.tsx'

/** When the open conversation's row has the focus and another one is opened, its row gets the focus: keys would act on the old one. */
export function useFocusFollowsOpen({
  focusRow,
  rows,
  focused,
  setFocused,
  openUuid,
}: {
  focusRow: RowsHandle['focusRow']
  rows: readonly ConversationListItem[]
  focused: string | null
  setFocused: (uuid: string) => void
  openUuid: string | null
}) {
  const [previous, setPrevious] = useState(openUuid)
  const follow = previous !== openUuid && focused !== null && focused === previous
  if (previous !== openUuid) {
    setPrevious(openUuid)
    if (follow && openUuid !== null) setFocused(openUuid)
  }
  const focusOpen = useEffectEvent(() => {
    const index = rows.findIndex((row) => row.uuid === openUuid)
    const hasRowFocus = document.activeElement?.closest('[data-row]') !== null
    if (index >= 0 && openUuid !== null && focused === openUuid && hasRowFocus) focusRow(index, openUuid)
  })
  // Undo returns to a conversation before its row is back in the list.
  const isListed = rows.some((row) => row.uuid === openUuid)
  // Before the next key, which the palette may take to return the focus to this row later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another conversation is opened, or listed again
  useLayoutEffect(() => focusOpen(), [openUuid, isListed])
}

/** A removed row takes the focus with it: gives it to the focused row again. */
export function useRestoredFocus(
  focusRow: RowsHandle['focusRow'],
  rows: readonly ConversationListItem[],
  focused: string | null,
) {
  useLayoutEffect(() => {
    const index = rows.findIndex((row) => row.uuid === focused)
    // Only if the removed row had the focus; an open palette restores the focus itself.
    if (focused !== null && document.activeElement === document.body && isRowVisible(focused))
      focusRow(index, focused)
  }, [focusRow, focused, rows])
}

/** A link or the palette may open a conversation whose row is out of view. */
export function useShowOpenRow(showRow: RowsHandle['showRow'], openUuid: string | null, openIndex: number) {
  const isListed = openIndex >= 0
  const showOpen = useEffectEvent(() => showRow(openIndex))
  useEffect(() => {
    if (openUuid !== null && isListed) showOpen()
  }, [openUuid, isListed])
}
