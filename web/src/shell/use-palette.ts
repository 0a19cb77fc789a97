import { useRef, useState } from 'react'
import type { Command } from '../commands/command.ts'
import { startBuffering } from '../commands/keystroke-buffer/text-buffer.ts'

/** Opens and closes the palette, and remembers what had the focus before. */
export function usePalette() {
  /** Null while it is closed. */
  const [levels, setLevels] = useState<readonly Command[] | null>(null)
  const opener = useRef<HTMLElement>(null)
  const isClosingRef = useRef(false)
  const open = (initialLevels: readonly Command[]) => {
    if (levels === null) {
      const focused = document.activeElement
      // If the palette is still closing it may still have the focus: keep its earlier opener.
      if (!isClosingRef.current) opener.current = focused instanceof HTMLElement ? focused : null
      isClosingRef.current = false
      startBuffering(performance.now())
    }
    setLevels(initialLevels)
  }
  const close = () => {
    // An unmounting field with the focus would pass it to the dialog's frame a frame later, taking it from whatever
    // has it by then.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    isClosingRef.current = true
    setLevels(null)
  }
  return {
    levels,
    open,
    toggle: () => (levels ? close() : open([])),
    change: (next: readonly Command[] | null) => (next ? setLevels(next) : close()),
    opener,
    isClosingRef,
  }
}
