import { defaultBounds } from '../run/bounds.ts'
import { pageSize } from '../run/measure-lists.ts'
import type { Timed } from '../run/metrics.ts'
import { carries } from '../sockets/socket-step.ts'
import type { CurveChart, CurveLine, SizeResult } from './curve-result.ts'

/** The lines of a run, by chart. A line is one call, or what is typical of many calls of a kind: the median of their percentiles. */
export function curveCharts(sizes: SizeResult[]): CurveChart[] {
  return [listChart(sizes), openingChart(sizes), searchChart(sizes), reportChart(sizes), liveChart(sizes)]
    .concat(mailChart(sizes), memoryChart(sizes), socketChart(sizes))
    .map((chart) => ({ ...chart, lines: chart.lines.filter(({ values }) => values.some(isNumber)) }))
}

const isNumber = (value: number | null) => value !== null

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

type Calls = (timed: Timed[]) => Timed[]

function timedLine(
  sizes: SizeResult[],
  name: string,
  calls: Calls,
  reduce: (values: number[]) => number | null,
  target: number | null = null,
): CurveLine {
  const valuesOf = (read: (one: Timed) => number | undefined) =>
    sizes.map(({ timed }) => reduce(calls(timed).flatMap((one) => read(one) ?? [])))
  const baseline = valuesOf((one) => one.baseline?.p95)
  return {
    ...{ name, unit: 'ms', better: 'lower', target },
    values: valuesOf(({ server }) => server.p95),
    p50: valuesOf(({ server }) => server.p50),
    baseline: baseline.some(isNumber) ? baseline : null,
  }
}

const slowest = (values: number[]) => (values.length === 0 ? null : Math.max(...values))

const callNamed =
  (name: string): Calls =>
  (timed) =>
    timed.filter((one) => one.name === name)

const callsStarting =
  (start: string): Calls =>
  (timed) =>
    timed.filter(({ name }) => name.startsWith(start))

function listChart(sizes: SizeResult[]): CurveChart {
  // A list that gets full only with more conversations would show the rows that it gains, not the size.
  const fullAt = sizes.map(
    ({ timed }) => new Set(timed.filter(({ rows }) => rows === pageSize).map(({ name }) => name)),
  )
  const full: Calls = (timed) => timed.filter(({ name }) => fullAt.every((names) => names.has(name)))
  const onPage =
    (page: string): Calls =>
    (timed) =>
      full(timed).filter(({ name }) => name.endsWith(page))
  const count = (calls: Calls) => calls(sizes[0]?.timed ?? []).length
  const typical = (page: string) =>
    timedLine(sizes, `${page}, typical of ${count(onPage(page))}`, onPage(page), median, 10)
  return {
    id: 'lists',
    short: 'lists',
    title: 'Lists, 50 rows',
    note: 'Only lists that fill the page at every size.',
    lines: [
      ...['page 1', 'page 20'].filter((page) => count(onPage(page)) > 0).map(typical),
      timedLine(sizes, `slowest of ${count(full)}`, full, slowest, 10),
    ],
  }
}

const openingChart = (sizes: SizeResult[]): CurveChart => ({
  id: 'conversation',
  short: 'opening a conversation',
  title: 'Opening a conversation',
  note: '',
  lines: [
    timedLine(sizes, 'conversation', callNamed('conversation'), median, 10),
    timedLine(sizes, '30 newest messages', callNamed('30 newest messages'), median, 10),
    timedLine(sizes, 'send a note', callNamed('send a note'), median),
  ],
})

function searchChart(sizes: SizeResult[]): CurveChart {
  const [first] = sizes
  const typical = (label: string, start: string, target: number) => {
    const calls = callsStarting(start)
    return timedLine(sizes, `${label}, typical of ${calls(first?.timed ?? []).length}`, calls, median, target)
  }
  return {
    id: 'search',
    short: 'searching messages',
    title: 'Search',
    note: 'The same searches find more with more conversations, so small sizes have less to read and show.',
    lines: [
      typical('messages', 'search messages', 50),
      typical('conversations', 'search conversations', 50),
      typical('contacts', 'contact search', 50),
      timedLine(sizes, 'slowest kind', callsStarting('search '), slowest, 150),
    ],
  }
}

function reportChart(sizes: SizeResult[]): CurveChart {
  const reports = callsStarting('report ')
  const count = reports(sizes[0]?.timed ?? []).length
  return {
    id: 'reports',
    short: 'reports',
    title: 'Reports over a year',
    note: '',
    lines: [
      timedLine(sizes, `typical of ${count}`, reports, median, 100),
      timedLine(sizes, `slowest of ${count}`, reports, slowest, 100),
    ],
  }
}

const liveChart = (sizes: SizeResult[]): CurveChart => ({
  id: 'live',
  short: 'notes to 100 browsers',
  title: 'Until it is on the screen',
  note: `Email arrives at ${defaultBounds.arrivals_per_second} a second.`,
  lines: [
    timedLine(sizes, 'note, until 100 browsers have it', callsStarting('note, until'), median),
    timedLine(sizes, 'email, until a browser has it', callsStarting('email, from SMTP'), median),
  ],
})

function figureLine(
  sizes: SizeResult[],
  name: string,
  figure: string,
  unit: CurveLine['unit'],
  better: CurveLine['better'],
): CurveLine {
  const find = ({ figures }: SizeResult) => figures.find((one) => one.name.startsWith(figure))
  const target = sizes.map((size) => find(size)?.target).find(Boolean)
  return {
    ...{ name, unit, better, p50: null, baseline: null },
    values: sizes.map((size) => find(size)?.value ?? null),
    target: target?.least ?? target?.most ?? null,
  }
}

const mailChart = (sizes: SizeResult[]): CurveChart => ({
  id: 'mail',
  short: 'emails acknowledged',
  title: 'Emails per second',
  note: 'SMTP over 8 connections for 30 seconds; processed includes the backlog.',
  lines: [
    figureLine(sizes, 'acknowledged', 'emails acknowledged', '/s', 'higher'),
    figureLine(sizes, 'processed', 'emails processed, including', '/s', 'higher'),
  ],
})

const memoryChart = (sizes: SizeResult[]): CurveChart => ({
  id: 'memory',
  short: 'memory after the start',
  title: 'Memory of the server process',
  note: '',
  lines: [
    figureLine(
      sizes,
      'a minute after the start',
      `server memory ${defaultBounds.memory_after_s} s`,
      'MB',
      'lower',
    ),
    figureLine(sizes, 'after lists, searches, reports', 'server memory after all lists', 'MB', 'lower'),
    figureLine(sizes, 'after the email load', 'server memory after the SMTP load', 'MB', 'lower'),
  ],
})

function socketChart(sizes: SizeResult[]): CurveChart {
  const { socket_load } = defaultBounds
  // The same number at every size, because the first sockets cost more.
  const common = Math.min(...sizes.map(({ sockets }) => sockets.at(-1)?.sockets ?? 0))
  const line = (name: string, unit: CurveLine['unit'], values: (number | null)[]): CurveLine => ({
    ...{ name, unit, values, p50: null, baseline: null, target: null },
    better: unit === 'sockets' ? 'higher' : 'lower',
  })
  const carried = sizes.map(({ sockets }) =>
    sockets.length === 0 ? null : (sockets.findLast((step) => carries(step, socket_load))?.sockets ?? 0),
  )
  const memory = sizes.map(
    ({ sockets }) => sockets.find((step) => step.sockets === common)?.kb_per_socket ?? null,
  )
  return {
    id: 'sockets-per-node',
    short: 'browsers per web process',
    title: 'Open browsers per web process',
    note: `The most that were measured with an event at each socket within ${socket_load.most_p99_ms} ms (p99).`,
    lines: [
      line('open browsers', 'sockets', carried),
      line(`memory of each of ${common.toLocaleString('en')}`, 'kB', memory),
    ],
  }
}
