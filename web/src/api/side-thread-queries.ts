import { listSideThreads } from '@parley/contract/messages/side-threads'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

/** The side threads of a conversation. */
export const sideThreadsQuery = (uuid: string) =>
  queryOptions({
    queryKey: queryKeys.sideThreads(uuid),
    queryFn: ({ signal }) => call(listSideThreads, { params: { uuid }, signal }),
  })
