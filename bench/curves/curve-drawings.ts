import { formatSize, formatValue } from './curve-format.ts'
import { type CurveChart, type CurveLine, type CurveResult, flatWithin, growthOf } from './curve-result.ts'
import type { Drawing, Point } from './draw-chart.ts'

/** The pictures of a run by file name. */
export function curveDrawings(result: CurveResult, charts: CurveChart[]): Map<string, Drawing> {
  const drawings = new Map<string, Drawing>()
  drawings.set('growth', growthDrawing(result, charts))
  for (const chart of charts)
    if (chart.id !== 'sockets-per-node') drawings.set(chart.id, sizeDrawing(result, chart))
  if (result.sizes.some(({ sockets }) => sockets.length > 0)) {
    drawings.set('socket-delay', socketDrawing(result, 'delay'))
    drawings.set('socket-memory', socketDrawing(result, 'memory'))
  }
  return drawings
}

const sizeTicks = ({ sizes }: CurveResult) => {
  const labels = new Map(sizes.map(({ conversations }) => [conversations, formatSize(conversations)]))
  return [...labels].map(([x, label]) => ({ x, label })).toSorted((a, b) => a.x - b.x)
}

const pointsOf = ({ sizes }: CurveResult, values: CurveLine['values'], narrow: boolean): Point[] =>
  sizes.flatMap((size, n) => {
    const y = values[n]
    return y == null || size.narrow !== narrow ? [] : [{ x: size.conversations, y }]
  })

function sizeDrawing(result: CurveResult, { title, lines }: CurveChart): Drawing {
  const unit = lines[0]?.unit ?? 'ms'
  const targets = new Set(lines.flatMap(({ target }) => target ?? []))
  const percentile = unit === 'ms' ? 'p95 in ms' : unit === '/s' ? 'per second' : unit
  return {
    title,
    subtitle: `${percentile}, by number of conversations`,
    ticks: sizeTicks(result),
    formatValue: (value) => formatValue(value, unit),
    lines: lines.map(({ name, values }) => ({
      name,
      points: pointsOf(result, values, false),
      continued: pointsOf(result, values, true),
    })),
    bars: [...targets].map((y) => ({ y, label: `target ${formatValue(y, unit)}` })),
  }
}

/** The first line of each chart, compared with the smallest size. */
function growthDrawing(result: CurveResult, charts: CurveChart[]): Drawing {
  const { sizes } = result
  const lines = charts.flatMap(({ short, lines: [line] }) => {
    if (!line || growthOf(line, sizes) === null) return []
    const first = sizes.findIndex(({ narrow }) => !narrow)
    const base = line.values[first] ?? 1
    const values = line.values.map((value) =>
      value === null ? null : line.better === 'lower' ? value / base : base / value,
    )
    return [
      {
        name: short,
        points: pointsOf(result, values, false),
        continued: pointsOf(result, values, true),
      },
    ]
  })
  const [first] = sizes
  return {
    title: 'Cost by size',
    subtitle: `times that of ${formatSize(first?.conversations ?? 0)} conversations; lower is better`,
    ticks: sizeTicks(result),
    formatValue: (value) => `${value.toFixed(1)} ×`,
    lines,
    bars: [{ y: flatWithin, label: `flat: within ${flatWithin} ×` }],
  }
}

function socketDrawing({ sizes }: CurveResult, what: 'delay' | 'memory'): Drawing {
  const steps = [...new Set(sizes.flatMap(({ sockets }) => sockets.map((step) => step.sockets)))].toSorted(
    (a, b) => a - b,
  )
  const isDelay = what === 'delay'
  return {
    title: isDelay ? 'From a note to an open browser' : 'Memory of a web process',
    subtitle: `${isDelay ? 'p99 in ms' : 'MB'}, by open browsers of one web process`,
    ticks: steps.map((x) => ({ x, label: x.toLocaleString('en') })),
    formatValue: (value) => formatValue(value, isDelay ? 'ms' : 'MB'),
    lines: sizes.map((size) => ({
      name: `${formatSize(size.conversations)}${size.narrow ? ' narrow' : ''} conversations`,
      points: size.sockets.map((step) => ({
        x: step.sockets,
        y: isDelay ? step.delay.p99 : step.memory_mb,
      })),
      continued: [],
    })),
    bars: isDelay ? [{ y: 250, label: 'target 250 ms' }] : [],
  }
}
