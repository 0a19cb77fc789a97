import type { MachineInfo } from '../run/report.ts'
import type { Work } from './measure-switches.ts'

/** One figure with its bar, and how fast the browser computed at that time. */
export type Bar = {
  name: string
  slowdown: number
  samples: number
  value: number
  unit: string
  most: number
  /** Shown beside it: other percentiles, a baseline. */
  detail: string
  calibration: number
}
export type BrowserResult = {
  machine: MachineInfo
  conversations: number
  bars: Bar[]
  work: Work
}

export const meetsBar = ({ value, most }: Bar): boolean => value <= most

export function browserReport({ machine, conversations, bars, work }: BrowserResult): string {
  const failing = bars.filter((bar) => !meetsBar(bar)).length
  return [
    `# The browser on ${conversations.toLocaleString('en')} conversations, ${machine.date}`,
    '',
    `${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB memory; headless Chromium, server and PostgreSQL ${machine.postgres} share this machine. ` +
      `Machine load ${machine.load} at the start, ${machine.load_at_end} at the end.`,
    '',
    ...(machine.load > machine.cores / 2
      ? [
          '**The machine was busy with other work, so times are too high. The calibration beside each figure shows how fast the browser was just before.**',
          '',
        ]
      : []),
    'Calibration is the time of a fixed piece of JavaScript in the same page right before the measurement, in ms: the same figure on the same computer means that it was equally fast.',
    '',
    `${bars.length - failing} of ${bars.length} bars are met.`,
    '',
    '| | CPU | value | bar | | also | samples | calibration |',
    '|---|--:|--:|--:|:-:|---|--:|--:|',
    ...bars.map(
      (bar) =>
        `| ${bar.name} | 1/${bar.slowdown} | ${bar.value}${bar.unit} | ≤ ${bar.most}${bar.unit} | ${meetsBar(bar) ? '✔' : '✘'} | ${bar.detail} | ${bar.samples} | ${bar.calibration} |`,
    ),
    '',
    '## The work of opening a cached conversation',
    '',
    'Of the page’s main thread, at full speed, from one conversation to the next and everything that follows. Processor time; a busy machine raises it too, by up to half, so compare it together with the calibration. The counts don’t depend on the machine.',
    '',
    '| processor time | of it script | layouts | style recalculations |',
    '|--:|--:|--:|--:|',
    `| ${work.cpu} ms | ${work.script} ms | ${work.layouts} | ${work.style_recalculations} |`,
    '',
  ].join('\n')
}
