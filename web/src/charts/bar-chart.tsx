import { Bar } from 'recharts'
import { ChartFrame } from './chart-frame.tsx'
import { type ChartProps, tones } from './series.ts'

/** A stacked bar chart. */
export function BarChart(chart: ChartProps) {
  return (
    <ChartFrame {...chart} cursor={{ fill: 'var(--hover)' }}>
      {chart.series.map(({ key, label, tone }) => (
        <Bar
          key={key}
          name={label}
          dataKey={key}
          stackId="all"
          maxBarSize={28}
          fill={tones[tone]}
          // Separates bars of similar lightness.
          stroke="var(--surface)"
          strokeWidth={1}
          isAnimationActive={false}
        />
      ))}
    </ChartFrame>
  )
}
