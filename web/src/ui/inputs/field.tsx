import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Label above, help below, the error in the help's place. Names and describes the control inside it. */
export function Field({
  label,
  help,
  error,
  aside,
  disabled,
  className,
  children,
}: {
  label: ReactNode
  help?: ReactNode
  /** A sentence that says what is wrong and what to do. */
  error?: string | undefined
  /** Something small at the right end of the label's line. */
  aside?: ReactNode
  disabled?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <Base.Root
      invalid={Boolean(error)}
      disabled={disabled}
      className={clsx('flex min-w-0 flex-col', className)}
    >
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <Base.Label className="font-medium text-ink">{label}</Base.Label>
        {aside}
      </div>
      {children}
      {error ? (
        <Base.Error match className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px" />
          {error}
        </Base.Error>
      ) : (
        help && <Base.Description className="mt-1.5 text-xs text-ink-3">{help}</Base.Description>
      )}
    </Base.Root>
  )
}

/** Sets a second control in a field apart: the label names and focuses the first one, this one has a name of its own. */
export function SecondaryControl({ children }: { children: ReactNode }) {
  return <Base.Root className="contents">{children}</Base.Root>
}
