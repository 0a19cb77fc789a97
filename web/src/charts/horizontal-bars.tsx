import type { ReactNode } from 'react'
import { type ChartTone, tones } from './series.ts'

export type BarRow = {
  key: string
  label: ReactNode
  parts: readonly { tone: ChartTone; value: number }[]
  /** At the right end, usually the value as a drill-down link. */
  end: ReactNode
}

/** Horizontal bars with labels and values. The longest fills the width, or all do. */
export function HorizontalBars({
  label,
  rows,
  fillWidth = false,
}: {
  label: string
  rows: readonly BarRow[]
  fillWidth?: boolean
}) {
  const sum = ({ parts }: BarRow) => parts.reduce((all, { value }) => all + value, 0)
  const max = Math.max(1, ...rows.map(sum))
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[max-content_minmax(2rem,1fr)_max-content] gap-x-3 gap-y-2"
    >
      {rows.map((line) => (
        <li key={line.key} className="col-span-3 grid grid-cols-subgrid items-center">
          <span className="text-ink-2">{line.label}</span>
          <span aria-hidden className="flex h-4 gap-px overflow-hidden rounded-sm bg-hover">
            {line.parts.map(({ tone, value }) => (
              <span
                key={tone}
                className="h-full"
                style={{
                  width: `${(value / (fillWidth ? Math.max(1, sum(line)) : max)) * 100}%`,
                  background: tones[tone],
                }}
              />
            ))}
          </span>
          <span className="text-right tabular-nums">{line.end}</span>
        </li>
      ))}
    </ul>
  )
}
