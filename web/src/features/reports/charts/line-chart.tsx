import { Area, Line } from 'recharts'
import { ChartFrame } from './chart-frame.tsx'
import { type ChartProps, tones } from './series.ts'

/** How something went over time. Nothing moves by itself. */
export function LineChart(chart: ChartProps) {
  return (
    <ChartFrame {...chart} cursor={{ stroke: 'var(--line-strong)' }}>
      {chart.series.map(({ key, label, tone, ghost, area, values }) => {
        const style = {
          name: label,
          dataKey: key,
          stroke: tones[tone],
          strokeWidth: ghost ? 1.5 : 2,
          // A single point has no line to be seen by.
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
