import { Bar } from 'recharts'
import { ChartFrame } from './chart-frame.tsx'
import { type ChartProps, tones } from './series.ts'

/** How much of what there was at each place, one on top of the other. */
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
          // Parts of nearly the same lightness stay apart.
          stroke="var(--surface)"
          strokeWidth={1}
          isAnimationActive={false}
        />
      ))}
    </ChartFrame>
  )
}
