import { type ChartProps, tones } from './series.ts'

/** The values at the place that is pointed at. */
export function ChartTooltip({
  active,
  label,
  axisPoints: places,
  series,
  formatValue: worded,
}: Pick<ChartProps, 'axisPoints' | 'series' | 'formatValue'> & {
  active?: boolean | undefined
  /** The place's number, as the library hands it. */
  label?: string | number | undefined
}) {
  const index = Number(label)
  const place = places[index]
  if (!active || !place) return null
  return (
    <div className="rounded-lg bg-raised px-3 py-2 text-xs shadow-pop">
      <p className="mb-1 font-medium">{place.title}</p>
      <ul className="space-y-0.5">
        {series.map(({ key, label: name, tone, values, ghost }) => {
          const value = values[index] ?? null
          return (
            <li key={key} className="flex items-center gap-2 text-ink-2">
              <Swatch tone={tone} dashed={ghost} />
              <span className="min-w-0 flex-1">{name}</span>
              <span className="pl-3 font-medium text-ink tabular-nums">
                {value === null ? '–' : worded(value)}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What a line or bar looks like, beside its name. */
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
