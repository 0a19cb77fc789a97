import { isAdministrative, permissions } from '@parley/contract/roles/permissions'
import { getReadiness, type ReadinessPart } from '@parley/contract/settings/health'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { mayAny } from './permissions.ts'
import { useMe } from './use-me.ts'

const administrative = permissions.filter(isAdministrative)

/** Parts whose failure affects everyone. Mailboxes and outgoing email are shown where they are configured. */
const reportedParts = [
  'database',
  'database_replica',
  'disk',
  'files',
  'job_queue',
  'event_consumers',
  'mail_receiver',
  'alerts',
]

const readinessQuery = queryOptions({
  queryKey: queryKeys.readiness,
  queryFn: ({ signal }) => call(getReadiness, { signal }),
  staleTime: 5_000,
  // Polls faster while something is wrong, so that the notice disappears soon after it is fixed.
  refetchInterval: ({ state }) => (state.data && state.data.status !== 'ok' ? 10_000 : 60_000),
})

/** Unhealthy parts of the server, for administrators; empty for everyone else. */
export function useUnhealthyParts(): { parts: ReadinessPart[]; isPending: boolean } {
  const me = useMe()
  const { data, isLoading } = useQuery({ ...readinessQuery, enabled: mayAny(me, administrative) })
  const parts = (data?.parts ?? []).filter(
    ({ name, state }) => state !== 'ok' && reportedParts.includes(name),
  )
  return { parts, isPending: isLoading }
}
