import type { ReportNumbers, ReportTimes } from '@parley/contract/reports/reports'

type Column = [title: string, value: (numbers: ReportNumbers) => number | null]

const durationColumns = (
  title: string,
  of: (numbers: ReportNumbers) => ReportNumbers['resolution'],
): Column[] => {
  const whole = (of: (times: ReportTimes) => number | null, times: ReportTimes) => {
    const seconds = of(times)
    return seconds === null ? null : Math.round(seconds)
  }
  const each: [string, (times: ReportTimes) => number | null][] = [
    ['median', ({ median }) => median],
    ['90% within', ({ p90 }) => p90],
    ['average', ({ average }) => average],
  ]
  return each.flatMap(([name, value]): Column[] => [
    [`${title}, ${name} (s)`, (numbers) => whole(value, of(numbers).wall)],
    [`${title}, ${name}, business hours (s)`, (numbers) => whole(value, of(numbers).business)],
  ])
}

/** The columns of a report in the same order as on screen. */
export const numberColumns: readonly Column[] = [
  ['New', (n) => n.new],
  ['Resolved', (n) => n.resolved],
  ['Reopened', (n) => n.reopened],
  ['Messages received', (n) => n.messages_in],
  ['Replies', (n) => n.replies],
  ['First replies', (n) => n.first_response.count],
  ...durationColumns('First reply', (n) => n.first_response),
  ...durationColumns('Next reply', (n) => n.next_response),
  ...durationColumns('Resolution', (n) => n.resolution),
  ['SLA first reply met', (n) => n.sla.first_response.met],
  ['SLA first reply missed', (n) => n.sla.first_response.breached],
  ['SLA next reply met', (n) => n.sla.next_response.met],
  ['SLA next reply missed', (n) => n.sla.next_response.breached],
  ['SLA resolution met', (n) => n.sla.resolution.met],
  ['SLA resolution missed', (n) => n.sla.resolution.breached],
  ['Surveys sent', (n) => n.csat.sent],
  ['Surveys answered', (n) => n.csat.answered],
  ['Average rating', (n) => (n.csat.average === null ? null : Math.round(n.csat.average * 100) / 100)],
  ...[1, 2, 3, 4, 5].map(
    (rating): Column => [`Rated ${rating}`, (n) => n.csat.distribution[rating - 1] ?? 0],
  ),
]
