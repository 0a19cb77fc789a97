import { parseDurationMs } from '@parley/contract/shared/duration'
import type { TestApp } from '../test-app.ts'
import type { SimpleHours } from './naive-business-hours.ts'
import type { SettingsSnapshot } from './recount-sla.ts'

type Hours = Omit<SimpleHours, 'time_zone'> & { id: number; is_always_open: boolean }

/** The current settings, as the admin screens show them. */
export async function readSettings({
  t,
  admin,
}: {
  t: Pick<TestApp, 'clock'>
  admin: Awaited<ReturnType<TestApp['as']>>
}): Promise<SettingsSnapshot> {
  const get = async (path: string) => (await admin.get(path)).body.data
  const [general, hours, policies, teams] = [
    await get('/api/v1/settings/general'),
    (await get('/api/v1/business-hours')) as Hours[],
    await get('/api/v1/sla'),
    await get('/api/v1/teams'),
  ]
  const hoursOf = (id: number, time_zone: string): SimpleHours | null => {
    const match = hours.find((candidate) => candidate.id === id)
    return match ? { hours: match.hours, holidays: match.holidays, time_zone } : null
  }
  return {
    at: t.clock.now().getTime(),
    policies: Object.fromEntries(
      policies.map((policy: Record<string, string>) => [
        policy.id,
        {
          first_response: parseDurationMs(policy.first_response_time ?? ''),
          next_response: parseDurationMs(policy.next_response_time ?? ''),
          resolution: parseDurationMs(policy.resolution_time ?? ''),
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
