import { type Options, SingleBar } from 'cli-progress'
import { type Measured, type Progress, type Step, type StepName, startMeter } from '../backup/progress.ts'
import { formatBytes } from '../format-amounts.ts'

const titles: Record<StepName, string> = {
  copy: 'Copying',
  check: 'Checking',
  store: 'Storing',
  download: 'Downloading',
  restore: 'Restoring',
  move: 'Moving',
  export: 'Exporting',
  compare: 'Comparing and copying files',
  backfill: 'Finishing the backfill',
  finish: 'Checking references and collecting statistics',
}

const lineMs = 5_000
/** Of the bar, in characters. */
const barWidth = 24

/** A bar with share, rate and time left on a terminal; elsewhere, such as in a log, a line now and then. */
export const showProgress = (output: NodeJS.WriteStream): Progress =>
  output.isTTY ? showBar(output) : writeLines(output)

function showBar(stream: NodeJS.WriteStream): Progress {
  let bar: SingleBar | null = null
  let draw: (done: number) => void = () => {}
  const stop = () => {
    bar?.stop()
    bar = null
    draw = () => {}
  }
  return {
    begin(step) {
      stop()
      const measure = startMeter(step)
      const hasBar = step.total !== null
      const describe = (measured: Measured) => [titleOf(step), ...describeAmounts(step, measured)].join('  ')
      const shown = new SingleBar({ ...barOptions, stream })
      shown.start(1, 0, { text: titleOf(step), hasBar })
      draw = (done) => {
        const measured = measure(done)
        shown.update(measured.share ?? 0, { text: describe(measured), hasBar })
      }
      bar = shown
    },
    update: (done) => draw(done),
    end: stop,
  }
}

const barOptions: Options = {
  ...{ clearOnComplete: true, barsize: barWidth, linewrap: true },
  barCompleteChar: '█',
  barIncompleteChar: '░',
  format({ barCompleteString = '', barIncompleteString = '' }, { progress }, { text, hasBar }) {
    const full = Math.round(progress * barWidth)
    const drawn = `${barCompleteString.slice(0, full)}${barIncompleteString.slice(0, barWidth - full)}  `
    return `${hasBar ? drawn : ''}${text}`
  },
}

function writeLines(output: NodeJS.WriteStream): Progress {
  let step: Step | null = null
  let measure = startMeter({ total: null })
  let writtenAt = performance.now()
  return {
    begin(next) {
      step = next
      measure = startMeter(next)
    },
    update(done) {
      const measured = measure(done)
      if (!step || performance.now() - writtenAt < lineMs) return
      writtenAt = performance.now()
      output.write(`${titleOf(step)}: ${describeAmounts(step, measured).join(', ')}\n`)
    },
    end() {},
  }
}

const titleOf = ({ name, subject }: Step) => (subject ? `${titles[name]} ${subject}` : titles[name])

/** Such as "42 %", "1.2 GB of 2.9 GB", "34 MB/s" and "50 s left". */
export function describeAmounts(
  { unit, total }: Pick<Step, 'unit' | 'total'>,
  { done, share, per_second, seconds_left }: Measured,
): string[] {
  const amount = (value: number) =>
    unit === 'bytes' ? formatBytes(value) : Math.round(value).toLocaleString('en')
  const texts: string[] = []
  // 100 % is said by the result.
  if (share !== null) texts.push(`${Math.min(99, Math.floor(share * 100))} %`)
  if (done > 0)
    texts.push(
      total === null
        ? `${amount(done)}${unit === 'bytes' ? '' : ` ${unit}`}`
        : `${amount(Math.min(done, total))} of ${amount(total)}${unit === 'bytes' ? '' : ` ${unit}`}`,
    )
  if (per_second !== null) texts.push(`${amount(per_second)}/s`)
  if (seconds_left !== null) texts.push(`${formatSeconds(seconds_left)} left`)
  return texts
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`
  return `${Math.floor(seconds / 3600)} h ${Math.ceil((seconds % 3600) / 60)} min`
}
