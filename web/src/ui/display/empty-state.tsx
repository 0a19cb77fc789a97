import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** An empty page or list: what it is for, and the next step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
}: {
  icon?: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** h1 if this is the whole page. */
  heading?: 'h1' | 'h2'
}) {
  return (
    <div className="grid h-full place-items-center p-8">
      <div className="flex max-w-sm flex-col items-center text-center">
        {Icon && (
          <span className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-surface-sunk text-ink-3">
            <Icon size={20} aria-hidden />
          </span>
        )}
        <Heading className="text-md font-semibold">{title}</Heading>
        {children && <p className="mt-1 text-ink-2">{children}</p>}
        {action && <div className="mt-4">{action}</div>}
      </div>
    </div>
  )
}
