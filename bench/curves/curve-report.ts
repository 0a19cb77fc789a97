import { formatBytes } from '../../server/src/format-amounts.ts'
import { curveBounds } from '../run/bounds.ts'
import { socketTable } from '../sockets/socket-table.ts'
import { formatSize, formatValue } from './curve-format.ts'
import {
  type CurveChart,
  type CurveLine,
  type CurveResult,
  flatWithin,
  growthOf,
  type SizeResult,
} from './curve-result.ts'

/** The whole result as Markdown. `pictures` is the folder of the pictures, seen from the file. */
export function curveReport(result: CurveResult, charts: CurveChart[], pictures: string): string {
  const { sizes } = result
  return [
    `# ${listOf(sizes.map(sizeLabel))} conversations, ${datesOf(sizes)}`,
    '',
    ...curveSection(result, charts, pictures),
    '## How it was measured',
    '',
    `Times are milliseconds in the client, over loopback, as in [bench](../../README.md#what-is-measured), with fewer samples than of a single database: ` +
      `${curveBounds.list_repetitions} of each list, ${curveBounds.conversations} conversations, ${curveBounds.report_repetitions} of each report, ` +
      `${curveBounds.searches} searches of each kind ${curveBounds.search_repetitions} times each. “Typical of n” is the median of the p95 of n calls. ` +
      `The baseline is the ideal SQL for the same response. Growth compares the largest full size with the smallest; for rates, how many times fewer.`,
    '',
    ...(sizes.some(({ narrow }) => narrow)
      ? [
          'Narrow data has the rows, events and report sums of that many conversations, but no texts of messages, search index, ledger of received email, thread ids or files. Reading and searching messages and email are not measured on it, and it doesn’t count for growth.',
          '',
        ]
      : []),
    ...sizeTable(sizes),
    ...sizes.flatMap((size) =>
      size.sockets.length === 0
        ? []
        : [
            `### Open browsers per web process, ${sizeLabel(size)} conversations`,
            '',
            ...socketTable(size.sockets),
          ],
    ),
  ].join('\n')
}

/** Pictures and the table of all lines, for pages that embed the result. */
export function curveSection(result: CurveResult, charts: CurveChart[], pictures: string): string[] {
  const { sizes } = result
  const judged = charts.flatMap(({ lines }) => lines).flatMap((line) => growthOf(line, sizes) ?? [])
  const flat = judged.filter((growth) => growth <= flatWithin).length
  return [
    `${machineOf(sizes)} ${busyOf(sizes)}`,
    '',
    ...busyWarning(sizes),
    judged.length === 0
      ? 'One full size alone doesn’t show how anything grows.'
      : `${flat} of ${judged.length} lines stay within ${flatWithin} × from ${spanOf(sizes)} conversations.`,
    '',
    picture('growth', 'Cost by size, compared with the smallest', pictures),
    '',
    ...linesTable(charts, sizes),
    ...pictureIds(charts, sizes).flatMap(([id, title]) => [picture(id, title, pictures), '']),
  ]
}

function pictureIds(charts: CurveChart[], sizes: SizeResult[]): [id: string, title: string][] {
  const bySize = charts.filter(({ id }) => id !== 'sockets-per-node').map(({ id, title }) => [id, title])
  const sockets = [
    ['socket-delay', 'From a note to an open browser, by open browsers'],
    ['socket-memory', 'Memory of a web process, by open browsers'],
  ]
  const all = [...bySize, ...(sizes.some((size) => size.sockets.length > 0) ? sockets : [])]
  return all.map(([id = '', title = '']) => [id, title])
}

const picture = (id: string, title: string, folder: string) =>
  `<picture><source media="(prefers-color-scheme: dark)" srcset="${folder}/${id}-dark.svg"><img src="${folder}/${id}-light.svg" alt="${title}" width="800"></picture>`

const sizeLabel = ({ conversations, narrow }: SizeResult) =>
  `${formatSize(conversations)}${narrow ? ' narrow' : ''}`

const listOf = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

function datesOf(sizes: SizeResult[]): string {
  const [first, last] = [sizes[0], sizes.at(-1)]
  return first && last ? `${first.machine.date} to ${endOf(last)}` : ''
}

/** As the dates of machines: in UTC, to the minute. */
const endOf = ({ machine, minutes }: SizeResult): string =>
  new Date(Date.parse(`${machine.date}Z`) + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

function spanOf(sizes: SizeResult[]): string {
  const full = sizes.filter(({ narrow }) => !narrow).map(sizeLabel)
  return `${full[0]} to ${full.at(-1)}`
}

function machineOf(sizes: SizeResult[]): string {
  const [first] = sizes
  if (!first) return ''
  const { machine } = first
  const commits = [...new Set(sizes.map(({ commit }) => commit))]
  return (
    `Measured ${datesOf(sizes)}, version ${commits.join(', ')}, on ${machine.cores} cores (${machine.cpu}) with ${machine.memory_gb} GB of memory, ` +
    `which client, server and PostgreSQL ${machine.postgres} (shared_buffers ${machine.shared_buffers}) share.`
  )
}

const busyOf = (sizes: SizeResult[]) =>
  `Cores that other work kept busy before each size: ${sizes.map((size) => `${size.busy_cores} (${sizeLabel(size)})`).join(', ')}.`

/** An idle machine has short jobs of its own. */
const idleWithin = 0.3

function busyWarning(sizes: SizeResult[]): string[] {
  if (!sizes.some(({ busy_cores }) => busy_cores > idleWithin)) return []
  return [
    '**The machine was busy with other work. Times, rates and their growth say little about the product, and differences between sizes may be those of the other work. Memory and sizes on disk hold.**',
    '',
  ]
}

function linesTable(charts: CurveChart[], sizes: SizeResult[]): string[] {
  const labels = sizes.map(sizeLabel)
  return [
    `| p95 where it is a time | ${labels.join(' | ')} | growth | of its p50 | of the baseline | × baseline, by size | |`,
    `|---|${labels.map(() => '--:|').join('')}--:|--:|--:|--:|:-:|`,
    ...charts.flatMap(({ title, note, lines }) => [
      `| **${title}**${note && ` <br> ${note}`} |${' |'.repeat(labels.length + 5)}`,
      ...lines.map((line) => lineRow(line, sizes)),
    ]),
    '',
  ]
}

function lineRow(line: CurveLine, sizes: SizeResult[]): string {
  const { name, unit, values, p50, baseline } = line
  const growth = growthOf(line, sizes)
  const times = (values: CurveLine['values'] | null) =>
    values === null ? '' : formatTimes(growthOf({ ...line, values }, sizes))
  const byBaseline = baseline?.map((base, n) => {
    const value = values[n]
    return base && value != null ? (value / base).toFixed(1) : '–'
  })
  const mark = growth === null ? '' : growth <= flatWithin ? '✔' : '✘'
  const cells = values.map((value) => (value === null ? '' : formatValue(value, unit)))
  return `| ${name} | ${cells.join(' | ')} | ${formatTimes(growth)} | ${times(p50)} | ${times(baseline)} | ${byBaseline?.join(', ') ?? ''} | ${mark} |`
}

const formatTimes = (growth: number | null) => (growth === null ? '' : `${growth.toFixed(2)} ×`)

function sizeTable(sizes: SizeResult[]): string[] {
  return [
    '| | messages | on disk | per conversation | data until | measured in | load before, after |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...sizes.map((size) => {
      const { machine, conversations, minutes } = size
      const bytes = machine.disk_gb * 1e9
      return `| ${sizeLabel(size)} | ${machine.messages.toLocaleString('en')} | ${formatBytes(bytes)} | ${formatBytes(bytes / conversations)} | ${size.seeded} | ${Math.round(minutes)} min | ${machine.load}, ${machine.load_at_end} |`
    }),
    '',
  ]
}
