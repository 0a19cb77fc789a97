import { getMe } from '@parley/contract/account/me'
import { listAgentsCompact } from '@parley/contract/agents/agent'
import { listCustomAttributes } from '@parley/contract/custom-attributes/custom-attributes'
import { listInboxes } from '@parley/contract/inboxes/inboxes'
import { listMacros } from '@parley/contract/macros/macros'
import { listPriorities } from '@parley/contract/priorities/priorities'
import { getConfig, getGeneralSettings, listLanguages } from '@parley/contract/settings/settings'
import { listSlaPolicies } from '@parley/contract/sla/sla-policy'
import { listStatuses } from '@parley/contract/statuses/statuses'
import { listTags } from '@parley/contract/tags/tags'
import { listTeamsCompact } from '@parley/contract/teams/team-compact'
import { listViews } from '@parley/contract/views/shared-views'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'

/**
 * Lists that administrators change; changes are pushed, also those missed while the connection was lost. Never stale by
 * time: each of the hundred places that read one would need its own timer whenever a conversation is opened.
 */
const RARELY_CHANGED = { staleTime: Number.POSITIVE_INFINITY }
/** Reference data that agents pick from. Load failures show a toast (spec section 8), except for SLA policies. */
const REFERENCE_DATA = { ...RARELY_CHANGED, meta: { missed: true } }

export const configQuery = queryOptions({
  queryKey: queryKeys.config,
  queryFn: ({ signal }) => call(getConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
/** Languages come with the server's release. */
export const languagesQuery = queryOptions({
  queryKey: queryKeys.languages,
  queryFn: ({ signal }) => call(listLanguages, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
/** Without a session, only the public settings. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => call(getGeneralSettings, { signal }),
  ...RARELY_CHANGED,
})
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: ({ signal }) => call(getMe, { signal }),
  ...RARELY_CHANGED,
})
export const statusesQuery = queryOptions({
  queryKey: queryKeys.statuses,
  queryFn: ({ signal }) => call(listStatuses, { signal }),
  ...REFERENCE_DATA,
})
export const prioritiesQuery = queryOptions({
  queryKey: queryKeys.priorities,
  queryFn: ({ signal }) => call(listPriorities, { signal }),
  ...REFERENCE_DATA,
})
export const agentsQuery = queryOptions({
  queryKey: queryKeys.agents,
  queryFn: ({ signal }) => call(listAgentsCompact, { signal }),
  ...REFERENCE_DATA,
})
export const teamsQuery = queryOptions({
  queryKey: queryKeys.teams,
  queryFn: ({ signal }) => call(listTeamsCompact, { signal }),
  ...REFERENCE_DATA,
})
export const inboxesQuery = queryOptions({
  queryKey: queryKeys.inboxes,
  queryFn: ({ signal }) => call(listInboxes, { signal }),
  ...REFERENCE_DATA,
})
export const slaQuery = queryOptions({
  queryKey: queryKeys.sla,
  queryFn: ({ signal }) => call(listSlaPolicies, { signal }),
  ...RARELY_CHANGED,
})
export const macrosQuery = queryOptions({
  queryKey: queryKeys.macros,
  queryFn: ({ signal }) => call(listMacros, { signal }),
  ...REFERENCE_DATA,
})
export const tagsQuery = queryOptions({
  queryKey: queryKeys.tags,
  queryFn: ({ signal }) => call(listTags, { signal }),
  ...REFERENCE_DATA,
})
export const viewsQuery = queryOptions({
  queryKey: queryKeys.views,
  queryFn: ({ signal }) => call(listViews, { signal }),
  ...REFERENCE_DATA,
})
export const customAttributesQuery = queryOptions({
  queryKey: queryKeys.custom_attributes,
  queryFn: ({ signal }) => call(listCustomAttributes, { signal }),
  ...REFERENCE_DATA,
})
