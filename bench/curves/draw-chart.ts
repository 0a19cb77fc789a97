import { LineChart, type LineSeriesOption } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'

use([LineChart, GridComponent, MarkLineComponent, TitleComponent, LabelLayout, SVGRenderer])

export type Point = { x: number; y: number }
type DrawnLine = {
  name: string
  points: Point[]
  /** Continues the line, dashed: other data, so not the same curve. */
  continued: Point[]
}
export type Drawing = {
  title: string
  subtitle: string
  /** Positions on the horizontal axis with their labels, ascending; distances are those of their logarithms. */
  ticks: { x: number; label: string }[]
  formatValue: (value: number) => string
  lines: DrawnLine[]
  /** Drawn as dashed horizontal lines. */
  bars: { y: number; label: string }[]
}
export type Theme = 'light' | 'dark'

const colours = {
  light: {
    ink: '#1f2430',
    quiet: '#5b6270',
    page: '#ffffff',
    grid: '#e4e6eb',
    bar: '#b3261e',
    lines: ['#4f46c8', '#0b7f62', '#b9500f', '#9c2f86', '#1f6fb2', '#77660b', '#5b6270', '#a62f49'],
  },
  dark: {
    ink: '#e8eaf0',
    quiet: '#a0a8b8',
    page: '#0d1117',
    grid: '#2c323d',
    bar: '#ff8a80',
    lines: ['#9a96ff', '#45c79f', '#f29a5c', '#e487cf', '#74b6f0', '#d0bb5e', '#a0a8b8', '#f3869a'],
  },
} as const
type Colours = (typeof colours)[Theme]

const [width, height] = [800, 380]
/** For the labels of the lines. */
const right = 264
// No double quotes: the library doesn't escape them in attributes.
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"

/** Draws lines over a logarithmic axis as SVG, each labelled at its end. The background is that of the page. */
export function drawChart(drawing: Drawing, theme: Theme): string {
  const palette = colours[theme]
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({
      animation: false,
      backgroundColor: 'transparent',
      textStyle: { fontFamily },
      title: {
        text: drawing.title,
        subtext: drawing.subtitle,
        left: 4,
        top: 4,
        textStyle: { color: palette.ink, fontSize: 16, fontWeight: 600 },
        subtextStyle: { color: palette.quiet, fontSize: 12 },
      },
      grid: { left: 64, right, top: 72, bottom: 36 },
      xAxis: horizontalAxis(drawing, palette),
      yAxis: verticalAxis(drawing, palette),
      series: [
        ...drawing.lines.flatMap((line, n) => seriesOf(line, n, drawing, palette)),
        ...barSeries(drawing, palette),
      ],
    })
    return `${accessible(chart.renderToSVGString(), drawing.title)}\n`
  } finally {
    chart.dispose()
  }
}

/** With a title for screen readers, and without the styles for hovering, which pictures don't have. */
const accessible = (svg: string, title: string) =>
  svg
    .replace(/(<svg [^>]*>)/, `$1\n<title>${title}</title>`)
    .replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/ class="zr[^"]*"/g, '')

function horizontalAxis({ ticks }: Drawing, palette: Colours) {
  const positions = ticks.map(({ x }) => Math.log10(x))
  const [first = 0, last = 1] = [positions[0], positions.at(-1)]
  return {
    // Linear over the logarithms: the axis for logarithms only labels powers of ten.
    type: 'value' as const,
    min: first === last ? first - 1 : first,
    max: last,
    axisLine: { lineStyle: { color: palette.quiet } },
    axisTick: { show: true, customValues: positions },
    splitLine: { show: false },
    axisLabel: {
      color: palette.quiet,
      fontSize: 12,
      // The labels of the lines begin right of it.
      alignMaxLabel: 'right' as const,
      customValues: positions,
      formatter: (value: number) =>
        ticks.find(({ x }) => Math.abs(Math.log10(x) - value) < 1e-6)?.label ?? '',
    },
  }
}

function verticalAxis({ lines, bars, formatValue }: Drawing, palette: Colours) {
  const values = [
    ...lines.flatMap(({ points, continued }) => [...points, ...continued].map(({ y }) => y)),
    ...bars.map(({ y }) => y),
  ]
  return {
    type: 'value' as const,
    min: 0,
    // Room for the label of a bar at the top.
    max: Math.max(...values, 0) * 1.08 || 1,
    splitNumber: 4,
    axisLabel: { color: palette.quiet, fontSize: 12, showMaxLabel: false, formatter: formatValue },
    splitLine: { showMaxLine: false, lineStyle: { color: palette.grid } },
  }
}

/** Keeps text legible where lines cross it. */
const halo = ({ page }: Colours) => ({ textBorderColor: page, textBorderWidth: 3 })

const position = ({ x, y }: Point): [number, number] => [Math.log10(x), y]

function seriesOf(
  { name, points, continued }: DrawnLine,
  n: number,
  { formatValue }: Drawing,
  palette: Colours,
): LineSeriesOption[] {
  const color = palette.lines[n % palette.lines.length] ?? palette.ink
  const last = continued.at(-1) ?? points.at(-1)
  const endLabel = {
    show: true,
    color,
    fontSize: 12,
    ...halo(palette),
    formatter: `${name}: ${last ? formatValue(last.y) : ''}`,
  }
  const base = {
    type: 'line' as const,
    symbolSize: 7,
    itemStyle: { color },
    // All in one column, whichever size a line ends at.
    labelLayout: { x: width - right + 12, align: 'left' as const, moveOverlap: 'shiftY' as const },
  }
  const lastFull = points.at(-1)
  const whole: LineSeriesOption = {
    ...base,
    data: points.map(position),
    symbol: 'circle',
    lineStyle: { color, width: 2.5 },
    ...(continued.length === 0 && { endLabel }),
  }
  if (continued.length === 0) return [whole]
  const dashed: LineSeriesOption = {
    ...base,
    data: [...(lastFull ? [lastFull] : []), ...continued].map(position),
    symbol: 'circle',
    itemStyle: { color: palette.page, borderColor: color, borderWidth: 2 },
    lineStyle: { color, width: 2, type: 'dotted' },
    endLabel,
  }
  return [whole, dashed]
}

/** A series without points, because the lines of bars belong to a series. */
const barSeries = ({ bars }: Drawing, palette: Colours): LineSeriesOption[] =>
  bars.map(({ y, label }) => ({
    type: 'line',
    data: [],
    markLine: {
      silent: true,
      symbol: 'none',
      data: [{ yAxis: y }],
      lineStyle: { color: palette.bar, type: 'dashed', width: 1.5 },
      label: {
        formatter: label,
        color: palette.bar,
        position: 'insideStartTop',
        fontSize: 12,
        ...halo(palette),
      },
    },
  }))
