export const tones = {
  accent: 'var(--chart-1)',
  good: 'var(--chart-2)',
  bad: 'var(--chart-bad)',
  ghost: 'var(--chart-ghost)',
} as const
export type ChartTone = keyof typeof tones

/** One thing that is measured at every place of a chart. */
export type Series = {
  key: string
  label: string
  tone: ChartTone
  /** As many as the chart has places; null where nothing was measured. */
  values: readonly (number | null)[]
  /** The days before, for comparison: dashed. */
  ghost?: boolean
  /** Filled to the ground. */
  area?: boolean
}

/** A place on the axis of time. */
export type AxisPoint = {
  /** On the axis. */
  label: string
  /** Above the values, when it is pointed at. */
  title: string
}

export type ChartProps = {
  /** Read out as the chart's name. */
  label: string
  axisPoints: readonly AxisPoint[]
  series: readonly Series[]
  formatValue: (value: number) => string
  /** On the axis; as `worded` when absent. */
  formatAxisValue?: (value: number) => string
  /** The last one of the axis, where the values have an end of their own. */
  maxValue?: number
  onSelect?: ((place: number) => void) | undefined
}

/** As the library wants it: one object for each place. */
export const toChartRows = ({ axisPoints: places, series }: Pick<ChartProps, 'axisPoints' | 'series'>) =>
  places.map((place, index) => ({
    index,
    place,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values[index] ?? null])),
  }))
