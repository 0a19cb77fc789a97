import { Button as BaseButton } from '@base-ui/react/button'
import { clsx } from 'clsx'
import type { ComponentProps, Ref } from 'react'
import { Spinner } from '../display/spinner.tsx'

const variants = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover data-disabled:hover:bg-accent',
  secondary:
    'border border-line-strong bg-surface text-ink hover:bg-hover active:bg-press data-popup-open:bg-hover',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-press data-popup-open:bg-hover',
  danger: 'bg-bad-solid text-accent-ink hover:brightness-95',
}

const sizes = {
  sm: 'h-7 px-2.5 gap-1.5',
  md: 'h-7.5 px-3 gap-2',
  lg: 'h-9 px-4 gap-2',
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & {
  ref?: Ref<HTMLElement>
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** Shows a spinner and ignores clicks; keeps focus and width. */
  loading?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  loading = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      {...rest}
      disabled={disabled || loading}
      // A focused button that becomes disabled would lose the focus to the page.
      focusableWhenDisabled={loading}
      aria-busy={loading || undefined}
      className={clsx(
        'relative inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors',
        'data-disabled:cursor-not-allowed',
        !loading && 'data-disabled:opacity-50',
        variants[variant],
        sizes[size],
        className,
      )}
    >
      {/* Transparent instead of hidden, so that the button keeps its accessible name. */}
      <span className={clsx('inline-flex items-center gap-[inherit]', loading && 'opacity-0')}>
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </BaseButton>
  )
}
