import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../session/queries.ts'

/** The workspace's time zone and default business hours. */
export function useWorkspaceTime(): { time_zone: string; hours_id: number | null } {
  const settings = useQuery(settingsQuery).data
  return {
    time_zone: settings?.['app.timezone'] || 'UTC',
    hours_id: Number(settings?.['app.business_hours_id']) || null,
  }
}
