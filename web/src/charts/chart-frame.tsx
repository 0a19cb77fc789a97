import type { ComponentProps } from 'react'
import { CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { type ChartProps, toChartRows } from './series.ts'

const HEIGHT = 232
/** The library's defaults plus click: a tap reports its data point only in the next frame. */
const throttledEvents = ['mousemove', 'touchmove', 'pointermove', 'scroll', 'wheel', 'click'] as const
const axisTick = { fill: 'var(--ink-3)', fontSize: 11 }

/** Axes, grid and tooltip, shared by line and bar charts. Arrow keys move along the axis. */
export function ChartFrame({
  children,
  cursor,
  ...chart
}: ChartProps & {
  children: ComponentProps<typeof ComposedChart>['children']
  /** Marks the hovered point. */
  cursor: ComponentProps<typeof Tooltip>['cursor']
}) {
  const { label, axisPoints, series, formatValue, formatAxisValue = formatValue, maxValue, onSelect } = chart
  return (
    <ComposedChart
      responsive
      style={{ width: '100%', height: HEIGHT, cursor: onSelect ? 'pointer' : 'default' }}
      data={toChartRows(chart)}
      margin={{ top: 8, right: 12, bottom: 0, left: 6 }}
      aria-label={label}
      throttledEvents={throttledEvents}
      // Hides the focus ring that browsers draw around a clicked SVG.
      className="[&_svg:focus:not(:focus-visible)]:outline-none"
      onClick={({ activeTooltipIndex }) => {
        const index = Number(activeTooltipIndex ?? -1)
        if (axisPoints[index]) onSelect?.(index)
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
        tickFormatter={(index) => axisPoints[Number(index)]?.label ?? ''}
      />
      <YAxis
        tick={axisTick}
        tickLine={false}
        axisLine={false}
        width="auto"
        allowDecimals={maxValue !== undefined}
        {...(maxValue !== undefined && { domain: [0, maxValue] })}
        tickFormatter={(value) => formatAxisValue(Number(value))}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={cursor}
        content={({ active, label: index }) => (
          <ChartTooltip
            active={active}
            label={index}
            axisPoints={axisPoints}
            series={series}
            formatValue={formatValue}
          />
        )}
      />
      {children}
    </ComposedChart>
  )
}
