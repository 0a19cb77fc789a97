import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Label above, help or error below. Names and describes the control inside. */
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
  /** What is wrong and how to fix it. */
  error?: string | undefined
  /** A small element at the right end of the label's line. */
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

/** Detaches a second control from its field: the field's label names and focuses the first one only. */
export function SecondaryControl({ children }: { children: ReactNode }) {
  return <Base.Root className="contents">{children}</Base.Root>
}
