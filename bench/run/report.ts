import { socketTable } from '../sockets/socket-table.ts'
import type { Measured } from './measured.ts'
import { type Figure, figureMeetsTarget, meetsTarget, type Percentiles, type Timed } from './metrics.ts'

export type MachineInfo = {
  date: string
  cpu: string
  cores: number
  memory_gb: number
  /** Load of the machine when the run began. If it exceeds the number of cores, other processes were busy too. */
  load: number
  load_at_end: number
  postgres: string
  shared_buffers: string
  disk_gb: number
  messages: number
}
export type Result = Measured & { machine: MachineInfo }

/** The result as Markdown: first whether it meets the targets, then every measurement. */
export function report({ machine, conversations, timed, figures, sockets, packages }: Result): string {
  const lists = timed.filter(({ name }) => isList(name))
  const searches = timed.filter(({ name }) => isSearch(name))
  const reports = timed.filter(({ name }) => isReport(name))
  const others = timed.filter(({ name }) => !isList(name) && !isSearch(name) && !isReport(name))
  const failing = lists.filter((one) => meetsTarget(one) === false)
  return [
    `# ${conversations.toLocaleString('en')} conversations, ${machine.date}`,
    '',
    `${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB memory; client, server and PostgreSQL ${machine.postgres} (shared_buffers ${machine.shared_buffers}) share this machine. ` +
      `${machine.messages.toLocaleString('en')} messages, ${machine.disk_gb} GB on disk. ` +
      `Machine load ${machine.load} at the start, ${machine.load_at_end} at the end.`,
    '',
    // The run itself keeps about as many processes busy as there are cores; load from before it comes from something else.
    ...(machine.load > machine.cores
      ? [
          `**The machine was busy with other work: a load of ${machine.load} on ${machine.cores} cores before the run. Times and rates say little about the product; what is too slow here may pass on an idle machine.**`,
          '',
        ]
      : []),
    'Times are milliseconds in the client, from writing the request to the last byte of the response, over loopback with keep-alive, nothing subtracted. The baseline is the ideal SQL for the same response, prepared, through the same driver on one connection, alternating with the request.',
    '',
    '## Measurements',
    '',
    '| | value | target | |',
    '|---|--:|--:|:-:|',
    ...figures.map(
      (one) =>
        `| ${one.name} | ${one.value}${one.unit} | ${formatTarget(one)} | ${passMark(figureMeetsTarget(one))} |`,
    ),
    '',
    '## Calls',
    '',
    ...table(others),
    '',
    ...(sockets.length === 0 ? [] : ['## Open browsers per web process', '', ...socketTable(sockets)]),
    `## Reports: ${reports.filter((one) => meetsTarget(one)).length} of ${reports.length} within the target (p95 ≤ 100 ms over a year)`,
    '',
    ...table(reports),
    '',
    `## Search: ${searches.filter((one) => meetsTarget(one)).length} of ${searches.length} kinds within the target (p95 ≤ 50 ms, ≤ 150 ms for the most common words, and ≤ 3 × baseline)`,
    '',
    ...table(searches),
    '',
    `## Lists: ${lists.length - failing.length} of ${lists.length} within the target (p95 ≤ 10 ms and ≤ 3 × baseline)`,
    '',
    ...table(summary(lists)),
    '',
    failing.length === 0 ? 'All lists meet it.' : 'Lists that miss it:',
    '',
    ...(failing.length === 0 ? [] : [...table(failing), '']),
    '<details><summary>Every list</summary>',
    '',
    ...table(lists),
    '',
    '</details>',
    '',
    `Packages loaded right after the start (${packages.length}): ${packages.join(', ')}.`,
    '',
  ].join('\n')
}

const isSearch = (name: string) => name.startsWith('search ')
const isReport = (name: string) => name.startsWith('report ')
const isList = (name: string) => name.includes(' · ') && !isSearch(name)

/** The slowest list per scope, status and page, over all sort orders. */
function summary(lists: Timed[]): Timed[] {
  const slowest = new Map<string, Timed>()
  for (const one of lists) {
    const [scope, status, , page] = one.name.split(' · ')
    const name = `${scope} · ${status} · slowest of 7 sorts · ${page}`
    const current = slowest.get(name)
    if (!current || current.server.p95 < one.server.p95) slowest.set(name, { ...one, name })
  }
  return [...slowest.values()]
}

function table(rows: Timed[]): string[] {
  return [
    '| | p50 | p95 | p99 | baseline p50 | baseline p95 | × baseline (p95) | queries | |',
    '|---|--:|--:|--:|--:|--:|--:|--:|:-:|',
    ...rows.map((one) => {
      const { name, server, baseline, queries } = one
      const times = baseline && baseline.p95 > 0 ? (server.p95 / baseline.p95).toFixed(1) : ''
      return `| ${name} | ${formatPercentiles(server)} | ${baseline ? `${baseline.p50} | ${baseline.p95}` : ' | '} | ${times} | ${queries ?? ''} | ${passMark(meetsTarget(one))} |`
    }),
  ]
}

const formatPercentiles = ({ p50, p95, p99 }: Percentiles) => `${p50} | ${p95} | ${p99}`
const passMark = (good: boolean | null) => (good === null ? '' : good ? '✔' : '✘')
const formatTarget = ({ target, unit }: Figure) =>
  target?.least !== undefined
    ? `≥ ${target.least}${unit}`
    : target?.most !== undefined
      ? `≤ ${target.most}${unit}`
      : ''
