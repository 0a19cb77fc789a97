import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Nothing is here: what this place is for, and the next step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon?: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid h-full place-items-center p-8">
      <div className="flex max-w-sm flex-col items-center text-center">
        {Icon && (
          <span className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-surface-sunk text-ink-3">
            <Icon size={20} aria-hidden />
          </span>
        )}
        <h2 className="text-md font-semibold">{title}</h2>
        {children && <p className="mt-1 text-ink-2">{children}</p>}
        {action && <div className="mt-4">{action}</div>}
      </div>
    </div>
  )
}
