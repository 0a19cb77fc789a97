import { Area, Line } from 'recharts'
import { ChartFrame } from './chart-frame.tsx'
import { type ChartProps, tones } from './series.ts'

/** A line chart over time, without animations. */
export function LineChart(chart: ChartProps) {
  return (
    <ChartFrame {...chart} cursor={{ stroke: 'var(--line-strong)' }}>
      {chart.series.map(({ key, label, tone, ghost, area, values }) => {
        const style = {
          name: label,
          dataKey: key,
          stroke: tones[tone],
          strokeWidth: ghost ? 1.5 : 2,
          // A single point would be invisible as a line.
          dot: values.length === 1 && { r: 3, fill: tones[tone] },
          activeDot: !ghost && { r: 4, stroke: 'var(--surface)', strokeWidth: 2, fill: tones[tone] },
          isAnimationActive: false,
          type: 'linear' as const,
        }
        return area ? (
          <Area key={key} {...style} fill={tones[tone]} fillOpacity={0.09} />
        ) : (
          <Line key={key} {...style} {...(ghost && { strokeDasharray: '4 4' })} connectNulls />
        )
      })}
    </ChartFrame>
  )
}
