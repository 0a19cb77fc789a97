import { type RefObject, useEffect, useRef } from 'react'

/**
 * The focus of a dialog whose search field is replaced by what was chosen: it moves to the button that confirms the
 * choice, as soon as that can be pressed, and back to the field for another choice. An element that was focused in the
 * meantime keeps it.
 */
export function useChoiceFocus({
  search,
  confirm,
  isChosen,
  canConfirm,
}: {
  search: RefObject<HTMLElement | null>
  confirm: RefObject<HTMLElement | null>
  isChosen: boolean
  canConfirm: boolean
}) {
  const wasChosen = useRef(isChosen)
  const isPending = useRef(false)
  useEffect(() => {
    if (wasChosen.current !== isChosen) {
      wasChosen.current = isChosen
      isPending.current = isChosen
      if (!isChosen) search.current?.focus()
    }
    if (!isPending.current || !canConfirm) return
    isPending.current = false
    if (isFocusAround(confirm.current)) confirm.current?.focus()
  }, [search, confirm, isChosen, canConfirm])
}

/** Whether the focus is on the page or the dialog itself, where it falls when its element is removed. */
const isFocusAround = (element: HTMLElement | null): boolean =>
  document.activeElement?.contains(element) ?? true
