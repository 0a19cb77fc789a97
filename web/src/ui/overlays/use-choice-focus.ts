import { type RefObject, useEffect, useRef } from 'react'

/**
 * The focus of a dialog whose search field is replaced by what was chosen: it moves to the button that confirms the
 * choice, as soon as that can be pressed, and back to the field for another choice. An element that was focused in the
 * meantime keeps it. Call the returned function before what has the focus is replaced: the dialog would take the focus a
 * frame after that, from whatever has it by then.
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
}): () => void {
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
  return () => confirm.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
}

/** Whether the focus is on the dialog itself, where it falls when its element is removed, or outside, while the dialog opens. */
function isFocusAround(element: HTMLElement | null): boolean {
  const { activeElement } = document
  const dialog = element?.closest('[role="dialog"]')
  return !dialog?.contains(activeElement) || activeElement?.contains(element) === true
}
