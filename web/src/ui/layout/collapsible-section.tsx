import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useStoredFlag } from '../../lib/browser/stored-value.ts'

/** A collapsible section of the side panel. Its state is stored in this browser. */
export function CollapsibleSection({
  storageKey,
  title,
  count,
  children,
}: {
  storageKey: string
  title: string
  count?: number
  children: ReactNode
}) {
  const [open, setOpen] = useStoredFlag(storageKey, true)
  const id = useId()
  return (
    <section className="border-t px-4 py-1.5">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-mx-1.5 flex h-7.5 w-[calc(100%+0.75rem)] items-center gap-2 rounded-md px-1.5 text-xs font-semibold text-ink-2 transition-colors hover:bg-hover"
        >
          <span className="min-w-0 flex-1 truncate text-left">{title}</span>
          {count !== undefined && <span className="font-medium text-ink-3 tabular-nums">{count}</span>}
          <ChevronDown
            size={14}
            aria-hidden
            className={clsx('text-ink-3 transition-transform', !open && '-rotate-90')}
          />
        </button>
      </h3>
      <div id={id} hidden={!open} className="pt-0.5 pb-2 [[hidden]]:hidden">
        {children}
      </div>
    </section>
  )
}
