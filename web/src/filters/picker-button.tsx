import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A button that looks like a field and opens a picker. */
export function PickerButton({
  filled,
  children,
  ...rest
}: React.ComponentProps<'button'> & { filled: boolean; children: ReactNode }) {
  return (
    <button
      {...rest}
      type="button"
      className={
        filled
          ? 'field filled h-8 w-full min-w-0 justify-between gap-2 px-2.5 text-left'
          : 'field h-8 w-full min-w-0 justify-between gap-2 px-2.5 text-left text-ink-3'
      }
    >
      <span className="flex min-w-0 flex-1 items-center gap-2 truncate">{children}</span>
      <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  )
}
