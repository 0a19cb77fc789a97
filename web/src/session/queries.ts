import { listCustomAttributes } from '@parley/contract/custom-attributes'
import { listInboxes } from '@parley/contract/inboxes'
import { listPriorities, listSlaPolicies, listStatuses, listTags } from '@parley/contract/lookups'
import { listMacros } from '@parley/contract/macros'
import { getMe } from '@parley/contract/me'
import { listAgentsCompact, listTeamsCompact } from '@parley/contract/people'
import { getConfig, getGeneralSettings, listLanguages } from '@parley/contract/settings'
import { listMyViews } from '@parley/contract/views'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keys } from '../api/query.ts'

/** Lists that change by an administrator's hand and are then pushed. */
const seldom = { staleTime: 5 * 60_000 }
/** Those that agents pick from: that one could not be loaded is told in a toast (spec section 8), of SLA policies alone it is not. */
const picked = { ...seldom, meta: { missed: true } }

export const configQuery = queryOptions({
  queryKey: keys.config,
  queryFn: ({ signal }) => call(getConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
/** They come with the server's release. */
export const languagesQuery = queryOptions({
  queryKey: keys.languages,
  queryFn: ({ signal }) => call(listLanguages, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
/** Without a session only the public keys. */
export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => call(getGeneralSettings, { signal }),
  ...seldom,
})
export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => call(getMe, { signal }),
  ...seldom,
})
export const statusesQuery = queryOptions({
  queryKey: keys.statuses,
  queryFn: ({ signal }) => call(listStatuses, { signal }),
  ...picked,
})
export const prioritiesQuery = queryOptions({
  queryKey: keys.priorities,
  queryFn: ({ signal }) => call(listPriorities, { signal }),
  ...picked,
})
export const agentsQuery = queryOptions({
  queryKey: keys.agents,
  queryFn: ({ signal }) => call(listAgentsCompact, { signal }),
  ...picked,
})
export const teamsQuery = queryOptions({
  queryKey: keys.teams,
  queryFn: ({ signal }) => call(listTeamsCompact, { signal }),
  ...picked,
})
export const inboxesQuery = queryOptions({
  queryKey: keys.inboxes,
  queryFn: ({ signal }) => call(listInboxes, { signal }),
  ...picked,
})
export const slaQuery = queryOptions({
  queryKey: keys.sla,
  queryFn: ({ signal }) => call(listSlaPolicies, { signal }),
  ...seldom,
})
export const macrosQuery = queryOptions({
  queryKey: keys.macros,
  queryFn: ({ signal }) => call(listMacros, { signal }),
  ...picked,
})
export const tagsQuery = queryOptions({
  queryKey: keys.tags,
  queryFn: ({ signal }) => call(listTags, { signal }),
  ...picked,
})
export const viewsQuery = queryOptions({
  queryKey: keys.views,
  queryFn: ({ signal }) => call(listMyViews, { signal }),
  ...picked,
})
export const customAttributesQuery = queryOptions({
  queryKey: keys.custom_attributes,
  queryFn: ({ signal }) => call(listCustomAttributes, { signal }),
  ...picked,
})
