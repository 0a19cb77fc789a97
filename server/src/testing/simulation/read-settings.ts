import { durationMs } from '@parley/contract/duration'
import type { TestApp } from '../app.ts'
import type { PlainHours } from './open-minutes.ts'
import type { Settings } from './recount-sla.ts'

type Hours = Omit<PlainHours, 'time_zone'> & { id: number; is_always_open: boolean }

/** What is set at this moment, as the administrator's screens show it. */
export async function readSettings({
  t,
  admin,
}: {
  t: Pick<TestApp, 'clock'>
  admin: Awaited<ReturnType<TestApp['as']>>
}): Promise<Settings> {
  const get = async (path: string) => (await admin.get(path)).body.data
  const [general, hours, policies, teams] = [
    await get('/api/v1/settings/general'),
    (await get('/api/v1/business-hours')) as Hours[],
    await get('/api/v1/sla'),
    await get('/api/v1/teams'),
  ]
  const hoursOf = (id: number, time_zone: string): PlainHours | null => {
    const found = hours.find((one) => one.id === id)
    return found ? { hours: found.hours, holidays: found.holidays, time_zone } : null
  }
  return {
    at: t.clock.now().getTime(),
    policies: Object.fromEntries(
      policies.map((policy: Record<string, string>) => [
        policy.id,
        {
          first_response: durationMs(policy.first_response_time ?? ''),
          next_response: durationMs(policy.next_response_time ?? ''),
          resolution: durationMs(policy.resolution_time ?? ''),
        },
      ]),
    ),
    hours: {
      0: hoursOf(Number(general['app.business_hours_id']), general['app.timezone']),
      ...Object.fromEntries(
        teams.map((team: { id: number; business_hours_id: number; timezone: string }) => [
          team.id,
          hoursOf(team.business_hours_id, team.timezone),
        ]),
      ),
    },
  }
}
