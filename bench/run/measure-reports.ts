import type { Bounds } from './bounds.ts'
import type { Session } from './browser.ts'
import { percentilesOf, type Timed } from './metrics.ts'
import { repeat } from './repeat.ts'
import type { Target } from './target.ts'

export type ReportCall = { name: string; path: string }

const day = 86_400_000
const date = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Every report over the last year, unfiltered and with each kind of filter. */
export function reportCalls(target: Target): ReportCall[] {
  const now = Date.now()
  const year = `from=${date(now - 364 * day)}&to=${date(now)}`
  const quarter = `from=${date(now - 90 * day)}&to=${date(now)}`
  const calls = (label: string, filter: string): ReportCall[] => {
    const call = (name: string, path: string) => ({
      name: `report ${name}${label}`,
      path: `/api/v1/reports/${path}${filter}`,
    })
    return [
      call('summary, compared', `summary?${year}&compare=previous`),
      call('by day, compared', `series?${year}&by=day&compare=previous`),
      call('by hour (93 days)', `series?${quarter}&by=hour`),
      call('busiest hours', `busiest-hours?${year}`),
      call('first replies', `first-responses?${year}`),
      call('drill-down of replies', `conversations?${year}&measure=replies`),
    ]
  }
  return [
    ...calls('', ''),
    ...['agent', 'team', 'inbox', 'tag'].map((by) => ({
      name: `report table by ${by}`,
      path: `/api/v1/reports/table?${year}&by=${by}`,
    })),
    {
      name: 'report drill-down of open conversations',
      path: `/api/v1/reports/conversations?${year}&measure=open`,
    },
    ...['counts', 'charts?days=365', 'sla?days=365'].map((path) => ({
      name: `report overview ${path}`,
      path: `/api/v1/reports/overview/${path}`,
    })),
    ...calls(', of an agent', `&agent_id=${target.agent_id}`),
    ...calls(', of a tag', `&tag_id=${target.tag_id}`),
    ...calls(', of a team in an inbox', `&team_id=${target.team_id}&inbox_id=${target.inbox_id}`),
  ]
}

export async function measureReport(
  browser: Session,
  { name, path }: ReportCall,
  { report_repetitions, warm_ups, seconds_per_call }: Bounds,
): Promise<Timed> {
  for (let n = 0; n < warm_ups; n++) await browser.get(path)
  const server: number[] = []
  await repeat(report_repetitions, seconds_per_call, async () => server.push((await browser.get(path)).ms))
  return { name, server: percentilesOf(server), baseline: null, queries: null, target: { p95: 100 } }
}
