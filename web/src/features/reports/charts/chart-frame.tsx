import type { ComponentProps } from 'react'
import { CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { type ChartProps, toChartRows } from './series.ts'

const HEIGHT = 232
/** As the library has it, and clicks: a tap comes in one frame with the place that it points at, which is known with the next one. */
const throttledEvents = ['mousemove', 'touchmove', 'pointermove', 'scroll', 'wheel', 'click'] as const
const axisTick = { fill: 'var(--ink-3)', fontSize: 11 }

/** Axes, grid and what shows under the pointer: the same for lines and bars. The arrow keys go from place to place. */
export function ChartFrame({
  children,
  cursor,
  ...chart
}: ChartProps & {
  children: ComponentProps<typeof ComposedChart>['children']
  /** What marks the place that is pointed at. */
  cursor: ComponentProps<typeof Tooltip>['cursor']
}) {
  const {
    label,
    axisPoints: places,
    series,
    formatValue: worded,
    formatAxisValue: onAxis = worded,
    maxValue: most,
    onSelect: onPick,
  } = chart
  return (
    <ComposedChart
      responsive
      style={{ width: '100%', height: HEIGHT, cursor: onPick ? 'pointer' : 'default' }}
      data={toChartRows(chart)}
      margin={{ top: 8, right: 12, bottom: 0, left: 6 }}
      aria-label={label}
      throttledEvents={throttledEvents}
      // Browsers draw a ring around a drawing that was clicked.
      className="[&_svg:focus:not(:focus-visible)]:outline-none"
      onClick={({ activeTooltipIndex }) => {
        const place = Number(activeTooltipIndex ?? -1)
        if (places[place]) onPick?.(place)
      }}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="index"
        tick={axisTick}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        interval="equidistantPreserveStart"
        minTickGap={28}
        tickMargin={8}
        tickFormatter={(index) => places[Number(index)]?.label ?? ''}
      />
      <YAxis
        tick={axisTick}
        tickLine={false}
        axisLine={false}
        width="auto"
        allowDecimals={most !== undefined}
        {...(most !== undefined && { domain: [0, most] })}
        tickFormatter={(value) => onAxis(Number(value))}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={cursor}
        content={({ active, label: place }) => (
          <ChartTooltip
            active={active}
            label={place}
            axisPoints={places}
            series={series}
            formatValue={worded}
          />
        )}
      />
      {children}
    </ComposedChart>
  )
}
