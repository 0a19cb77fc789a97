import type { SocketStep } from './socket-step.ts'

/** One web process with more and more open browsers, as Markdown. */
export function socketTable(steps: SocketStep[]): string[] {
  const share = (value: number | null) => (value === null ? '' : `${Math.round(value * 100)} %`)
  return [
    '| open browsers | memory | of each | one core at rest | with events | frames/s | note to browser p50 | p99 | missed, failed |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...steps.map(
      (step) =>
        `| ${step.sockets.toLocaleString('en')} | ${step.memory_mb} MB | ${step.kb_per_socket} kB | ${share(step.rest_cpu)} | ${share(step.event_cpu)} | ` +
        `${step.frames_per_second.toLocaleString('en')} | ${step.delay.p50} ms | ${step.delay.p99} ms | ${step.missing}, ${step.failures} |`,
    ),
    '',
  ]
}
