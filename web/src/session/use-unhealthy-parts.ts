import { isAdministrative, permissions } from '@parley/contract/roles/permissions'
import { getReadiness, type ReadinessPart } from '@parley/contract/settings/health'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { mayAny } from './permissions.ts'
import { useMe } from './use-me.ts'

const administrative = permissions.filter(isAdministrative)

/** What stops everybody's work. Mailboxes and outgoing mail have their own places, where they are set up. */
const reportedParts = ['database', 'disk', 'job_queue', 'event_consumers', 'mail_receiver']

export const readinessQuery = queryOptions({
  queryKey: queryKeys.readiness,
  queryFn: ({ signal }) => call(getReadiness, { signal }),
  staleTime: 5_000,
  // Closer while something is wrong, so that the notice goes away soon after it is repaired.
  refetchInterval: ({ state }) => (state.data && state.data.status !== 'ok' ? 10_000 : 60_000),
})

/** The parts of the server that administrators should know of; nothing for everybody else. */
export function useUnhealthyParts(): { parts: ReadinessPart[]; isPending: boolean } {
  const me = useMe()
  const { data, isLoading } = useQuery({ ...readinessQuery, enabled: mayAny(me, administrative) })
  const parts = (data?.parts ?? []).filter(
    ({ name, state }) => state !== 'ok' && reportedParts.includes(name),
  )
  return { parts, isPending: isLoading }
}
