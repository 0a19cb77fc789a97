import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { KeyLabels } from '../../../ui/display/kbd.tsx'

/** A property's value that opens its picker. Its name is displayed beside it, so `label` is for screen readers. */
export function PropertyButton({
  label,
  refusal,
  shortcut,
  title,
  children,
  className,
  ...rest
}: ComponentProps<'button'> & {
  label: string
  /** Why it can't be changed. */
  refusal: string | null
  shortcut?: string
}) {
  return (
    <button
      {...rest}
      type="button"
      disabled={refusal !== null}
      title={refusal ?? title}
      className={clsx(
        'group/property flex min-h-7 w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left transition-colors',
        'hover:bg-hover disabled:hover:bg-transparent data-popup-open:bg-hover',
        className,
      )}
    >
      <span className="sr-only">{label}: </span>
      {children}
      {shortcut && refusal === null && (
        <span
          aria-hidden
          className="ml-auto opacity-0 transition-opacity group-hover/property:opacity-100 group-focus-visible/property:opacity-100 pointer-coarse:hidden"
        >
          <KeyLabels keys={shortcut} />
        </span>
      )}
    </button>
  )
}

/** In place of a value. */
export const NoValue = ({ children }: { children: string }) => (
  <span className="truncate text-ink-3">{children}</span>
)
