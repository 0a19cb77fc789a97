import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-hover text-ink-2',
  accent: 'bg-accent-subtle text-accent-text',
  good: 'bg-good-subtle text-good',
  warn: 'bg-warn-subtle text-warn',
  bad: 'bg-bad-subtle text-bad',
  calm: 'bg-calm-subtle text-calm',
}

export type Tone = keyof typeof tones

/** A small status pill. Colour never carries the meaning alone; the text does. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-full px-1.75 text-2xs font-medium whitespace-nowrap tabular-nums',
        tones[tone],
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A tag, with a remove button if `onRemove` is given. */
export function Tag({
  children,
  onRemove,
  removeLabel,
}: {
  children: string
  onRemove?: () => void
  removeLabel?: string
}) {
  return (
    <span className="tag inline-flex h-5 max-w-full min-w-0 items-center rounded-full bg-hover px-1.75 text-2xs font-medium text-ink-2">
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="relative -mr-1 ml-0.5 grid size-4 place-items-center rounded-full before:absolute before:-inset-1 hover:bg-press"
        >
          <X size={11} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** An unread count. `label` describes it for screen readers; `text` replaces the number. */
export function Count({ value, text, label }: { value: number; text?: string; label: string }) {
  if (value <= 0) return null
  return (
    <span className="inline-block h-4.5 min-w-4.5 shrink-0 rounded-full bg-unread px-1.25 text-center text-2xs leading-4.5 font-semibold text-surface tabular-nums">
      <span aria-hidden>{text ?? (value > 99 ? '99+' : value)}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
