import { type ChartProps, tones } from './series.ts'

/** The values at the hovered point. */
export function ChartTooltip({
  active,
  label,
  axisPoints,
  series,
  formatValue,
}: Pick<ChartProps, 'axisPoints' | 'series' | 'formatValue'> & {
  active?: boolean | undefined
  /** The index of the point, as the library passes it. */
  label?: string | number | undefined
}) {
  const index = Number(label)
  const point = axisPoints[index]
  if (!active || !point) return null
  return (
    <div className="rounded-lg bg-raised px-3 py-2 text-xs shadow-pop">
      <p className="mb-1 font-medium">{point.title}</p>
      <ul className="space-y-0.5">
        {series.map(({ key, label: name, tone, values, ghost }) => {
          const value = values[index] ?? null
          return (
            <li key={key} className="flex items-center gap-2 text-ink-2">
              <Swatch tone={tone} dashed={ghost} />
              <span className="min-w-0 flex-1">{name}</span>
              <span className="pl-3 font-medium text-ink tabular-nums">
                {value === null ? '–' : formatValue(value)}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The colour or dash of a series, next to its name. */
export function Swatch({ tone, dashed = false }: { tone: keyof typeof tones; dashed?: boolean | undefined }) {
  return dashed ? (
    <span
      aria-hidden
      className="w-3 shrink-0 border-t-2 border-dashed"
      style={{ borderColor: tones[tone] }}
    />
  ) : (
    <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: tones[tone] }} />
  )
}
