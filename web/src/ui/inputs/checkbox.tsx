import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'

/** A checkbox with its label. Omit `children` only if `label` names it, as in a table row. */
export function Checkbox({
  checked,
  onCheckedChange,
  indeterminate = false,
  disabled,
  label,
  describedBy,
  children,
}: {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  indeterminate?: boolean
  disabled?: boolean
  label?: string
  /** The id of an element that describes it. */
  describedBy?: string | undefined
  children?: ReactNode
}) {
  const box = (
    <Base.Root
      checked={checked}
      onCheckedChange={onCheckedChange}
      indeterminate={indeterminate}
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      className="relative grid size-4 shrink-0 place-items-center rounded-sm border border-line-field bg-surface text-accent-ink transition-colors before:absolute before:-inset-1.5 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50 data-indeterminate:border-accent data-indeterminate:bg-accent"
    >
      <Base.Indicator
        render={indeterminate ? <Minus size={12} aria-hidden /> : <Check size={12} aria-hidden />}
        className="[stroke-width:3]"
      />
    </Base.Root>
  )
  if (!children) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control
    <label className="flex min-h-6 items-center gap-2">
      {box}
      <span>{children}</span>
    </label>
  )
}
