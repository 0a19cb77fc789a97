import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'

export type Segment<Value extends string> = {
  value: Value
  label: string
  /** Shown instead of the label. */
  icon?: ReactNode
  disabled?: boolean
}

/** Chooses one of a few views; exactly one is chosen. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onValueChange,
}: {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onValueChange: (value: Value) => void
}) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => {
        // Empty when the chosen one is pressed again.
        const chosen = segments.find((segment) => segment.value === next)
        if (chosen) onValueChange(chosen.value)
      }}
      className="inline-flex shrink-0 rounded-md border bg-surface-sunk p-px"
    >
      {segments.map((segment) => (
        <Toggle
          key={segment.value}
          value={segment.value}
          disabled={segment.disabled}
          aria-label={segment.icon ? segment.label : undefined}
          title={segment.icon ? segment.label : undefined}
          className="inline-flex h-6 items-center rounded px-2 text-xs font-medium text-ink-3 transition-colors hover:text-ink data-disabled:opacity-50 data-disabled:hover:text-ink-3 data-pressed:bg-surface data-pressed:text-ink data-pressed:shadow-xs"
        >
          {segment.icon ?? segment.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
