import { getMentionAccess } from '@parley/contract/conversations/followers'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { MentionSource } from '../../editor/suggestions/mentions.ts'
import { agentsQuery, teamsQuery } from '../../session/queries.ts'

const mentionAccessQuery = (uuid: string) =>
  queryOptions({
    queryKey: queryKeys.mentionAccess(uuid),
    queryFn: ({ signal }) => call(getMentionAccess, { params: { uuid }, signal }),
  })

/** Who can be mentioned in a note. Who has no access to the conversation is loaded with the first `@`. */
export function readMentionSource(
  cache: QueryClient,
  uuid: string,
  { t, onLoaded }: { t: TFunction; onLoaded: () => void },
): MentionSource {
  const access = mentionAccessQuery(uuid)
  const without_access = cache.getQueryData(access.queryKey)
  // Without it nobody is marked; the server decides anyway.
  if (!without_access) cache.fetchQuery(access).then(onLoaded, () => {})
  return {
    agents: cache.getQueryData(agentsQuery.queryKey) ?? [],
    teams: cache.getQueryData(teamsQuery.queryKey) ?? [],
    without_access,
    no_access_text: t('mention.no_access'),
  }
}
