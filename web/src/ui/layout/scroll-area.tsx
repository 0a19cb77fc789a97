import { ScrollArea as Base } from '@base-ui/react/scroll-area'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A scroll area with an overlay scrollbar, for narrow panels. Long lists scroll natively. */
export function ScrollArea({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <Base.Root className={clsx('min-h-0', className)}>
      <Base.Viewport className="relative h-full overscroll-contain">{children}</Base.Viewport>
      <Base.Scrollbar className="w-1.5 p-px opacity-0 transition-opacity data-hovering:opacity-100 data-scrolling:opacity-100">
        <Base.Thumb className="rounded-full bg-line-strong" />
      </Base.Scrollbar>
    </Base.Root>
  )
}
