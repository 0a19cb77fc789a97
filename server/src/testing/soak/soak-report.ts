import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { SoakPlan, SoakResult } from './run-soak.ts'
import type { Sample } from './soak-samples.ts'
import { fitLine, growth, median } from './trend.ts'

const folder = fileURLToPath(new URL('../../../../.cache/long/', import.meta.url))

/**
 * The part of the time after which the line begins. Until then code is compiled, caches and pools fill, and the heap grows to the
 * size that its collector keeps: none of it goes on.
 */
const warmUpShare = 0.25

export type Verdict = {
  samples: number
  /** Resident memory, in MB per hour. */
  slope: { per_hour: number; error: number }
  resident: { median: number; max: number; last: number }
  descriptors_growth: number
  connections_growth: number
}

export function judge(samples: readonly Sample[]): Verdict {
  const end = samples.at(-1)?.hours ?? 0
  const steady = samples.filter(({ hours }) => hours >= end * warmUpShare)
  const resident = steady.map((sample) => sample.resident)
  return {
    samples: steady.length,
    slope: fitLine(steady.map((sample) => ({ hours: sample.hours, value: sample.resident }))),
    resident: {
      median: median(resident),
      max: Math.max(...resident),
      last: median(resident.slice(-Math.ceil(resident.length / 10))),
    },
    descriptors_growth: growth(steady.map(({ descriptors }) => descriptors)),
    connections_growth: growth(steady.map(({ connections }) => connections)),
  }
}

const columns: [title: string, value: (sample: Sample) => string][] = [
  ['minute', ({ hours }) => (hours * 60).toFixed(1)],
  ['resident MB', ({ resident }) => resident.toFixed(0)],
  ['heap MB', ({ heap_used, heap_reserved }) => `${heap_used.toFixed(0)} / ${heap_reserved.toFixed(0)}`],
  ['external MB', ({ external }) => external.toFixed(0)],
  ['threads', ({ threads }) => String(threads)],
  ['descriptors', ({ descriptors }) => String(descriptors)],
  ['connections', ({ connections }) => String(connections)],
  ['temporary MB', ({ temp_files }) => temp_files.toFixed(1)],
  ['emails', ({ emails }) => String(emails)],
  ['waiting', ({ waiting }) => `${waiting.emails} + ${waiting.jobs} + ${waiting.replies}`],
]

/** About 24 rows, evenly spread. */
export function soakTable(samples: readonly Sample[]): string {
  const step = Math.max(1, Math.floor(samples.length / 24))
  const rows = samples.filter((_, n) => (samples.length - 1 - n) % step === 0)
  return [
    `| ${columns.map(([title]) => title).join(' | ')} |`,
    `|${columns.map(() => '--:').join('|')}|`,
    ...rows.map((sample) => `| ${columns.map(([, value]) => value(sample)).join(' | ')} |`),
  ].join('\n')
}

function describeVerdict({ slope, resident, ...verdict }: Verdict): string {
  return [
    `Resident memory changes by ${slope.per_hour.toFixed(1)} ± ${slope.error.toFixed(1)} MB an hour; ` +
      `median ${resident.median.toFixed(0)}, at most ${resident.max.toFixed(0)}, at the end ${resident.last.toFixed(0)} MB.`,
    `File descriptors grew by ${verdict.descriptors_growth}, connections by ${verdict.connections_growth} (${verdict.samples} samples).`,
  ].join('\n')
}

/** Writes what there is so far, as Markdown for people and JSON for programs; returns the Markdown. */
export function writeSoakReport(
  { signal: _, ...plan }: SoakPlan,
  samples: readonly Sample[],
  result?: SoakResult,
): string {
  const date = new Date().toISOString()
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node.js ${process.version}`
  const verdict = samples.length > 8 ? judge(samples) : null
  const idle = (sample: Sample) =>
    `${sample.resident.toFixed(0)} MB (heap ${sample.heap_used.toFixed(0)} / ${sample.heap_reserved.toFixed(0)})`
  const text = [
    `# Soak test of ${date.slice(0, 16).replace('T', ' ')} UTC`,
    `${machine}. Seed ${plan.seed}, ${plan.hours} h planned, ${plan.agents} agents.`,
    ...(verdict ? [describeVerdict(verdict)] : []),
    ...(result
      ? [
          `Idle before the load ${idle(result.idle)}, after it ${idle(result.idle_after)}.`,
          Object.entries(result.counts)
            .map(([name, count]) => `${count} ${name.replace('_', ' ')}`)
            .join(', '),
          result.failures.length > 0
            ? result.failures.slice(0, 50).join('\n')
            : 'Nothing was lost or doubled.',
        ]
      : ['Not finished.']),
    soakTable(samples),
    '',
  ].join('\n\n')
  mkdirSync(folder, { recursive: true })
  const name = `${folder}soak-${plan.seed}`
  writeFileSync(`${name}.md`, text)
  writeFileSync(
    `${name}.json`,
    `${JSON.stringify({ date, machine, plan, verdict, result, samples }, null, 1)}\n`,
  )
  return text
}
