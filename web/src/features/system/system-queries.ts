import { getSystemAlertSettings, listSystemAlerts } from '@parley/contract/system/system-alerts'
import { getSystemBackups } from '@parley/contract/system/system-backups'
import { listCheckResults } from '@parley/contract/system/system-checks'
import { getSystemHistory, getSystemStatus } from '@parley/contract/system/system-status'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'

// Nothing of it is pushed. Polled only while the page is open.

export const statusQuery = queryOptions({
  queryKey: queryKeys.systemStatus,
  queryFn: ({ signal }) => call(getSystemStatus, { signal }),
  refetchInterval: 10_000,
})

export const alertsQuery = queryOptions({
  queryKey: queryKeys.systemAlerts,
  queryFn: ({ signal }) => call(listSystemAlerts, { signal }),
  refetchInterval: 15_000,
})

export const alertSettingsQuery = queryOptions({
  queryKey: queryKeys.systemAlertSettings,
  queryFn: ({ signal }) => call(getSystemAlertSettings, { signal }),
})

export const checksQuery = queryOptions({
  queryKey: queryKeys.systemChecks,
  queryFn: ({ signal }) => call(listCheckResults, { signal }),
  refetchInterval: 60_000,
})

/** Polled faster while one is being made. */
export const backupsQuery = queryOptions({
  queryKey: queryKeys.systemBackups,
  queryFn: ({ signal }) => call(getSystemBackups, { signal }),
  refetchInterval: ({ state }) => (!state.data || state.data.state === 'idle' ? 30_000 : 2_000),
})

export const historyQuery = (days: string, host?: string) =>
  queryOptions({
    queryKey: queryKeys.systemHistory(days, host),
    queryFn: ({ signal }) =>
      call(getSystemHistory, { signal, query: { days, ...(host !== undefined && { host }) } }),
    refetchInterval: 5 * 60_000,
    placeholderData: (previous) => previous,
  })
