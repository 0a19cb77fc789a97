import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { type TooltipSide, tooltip } from '../overlays/tooltip.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** Accessible name and tooltip. */
  label: string
  /** A shortcut in the command registry's format, for example `mod+k`. */
  shortcut?: string | undefined
  side?: TooltipSide
  size?: 'sm' | 'md' | 'lg'
  pressed?: boolean
}

const sizes = { sm: 'size-6', md: 'size-7', lg: 'size-8.5' }

export function IconButton({
  label,
  shortcut,
  side,
  size = 'md',
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...tooltip(label, { shortcut, side })}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={clsx(
        'inline-grid shrink-0 place-items-center rounded-md text-ink-2 transition-colors',
        'hover:bg-hover hover:text-ink active:bg-press data-popup-open:bg-hover data-popup-open:text-ink',
        'aria-pressed:bg-press aria-pressed:text-ink disabled:opacity-50 disabled:hover:bg-transparent',
        sizes[size],
        className,
      )}
    />
  )
}
