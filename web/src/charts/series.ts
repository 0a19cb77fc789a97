export const tones = {
  accent: 'var(--chart-1)',
  good: 'var(--chart-2)',
  bad: 'var(--chart-bad)',
  ghost: 'var(--chart-ghost)',
} as const
export type ChartTone = keyof typeof tones

/** One series of a chart. */
export type Series = {
  key: string
  label: string
  tone: ChartTone
  /** One value per axis point; null where there is no data. */
  values: readonly (number | null)[]
  /** The previous period, for comparison; drawn dashed. */
  ghost?: boolean
  /** Filled area below the line. */
  area?: boolean
}

/** A point on the time axis. */
export type AxisPoint = {
  /** On the axis. */
  label: string
  /** In the tooltip. */
  title: string
}

export type ChartProps = {
  /** The chart's accessible name. */
  label: string
  axisPoints: readonly AxisPoint[]
  series: readonly Series[]
  formatValue: (value: number) => string
  /** Labels of the value axis; defaults to `formatValue`. */
  formatAxisValue?: (value: number) => string
  /** The upper end of the value axis, for values with a fixed maximum. */
  maxValue?: number
  onSelect?: ((index: number) => void) | undefined
}

/** The library's data format: one object per axis point. */
export const toChartRows = ({ axisPoints, series }: Pick<ChartProps, 'axisPoints' | 'series'>) =>
  axisPoints.map((point, index) => ({
    index,
    point,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values[index] ?? null])),
  }))
