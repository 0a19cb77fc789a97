import type { Access } from '@parley/contract/endpoint'
import { listInboxes } from '@parley/contract/inboxes'
import { listSlaPolicies } from '@parley/contract/lookups'
import type { Agent } from '@parley/contract/people'
import { listMyViews } from '@parley/contract/views'
import type { QueryClient } from '@tanstack/react-query'
import { may } from './may.ts'
import {
  agentsQuery,
  customAttributesQuery,
  inboxesQuery,
  macrosQuery,
  prioritiesQuery,
  settingsQuery,
  slaQuery,
  statusesQuery,
  tagsQuery,
  teamsQuery,
  viewsQuery,
} from './queries.ts'

/** Fetches what every screen picks from, side by side. Failures are met again, and shown, where a list is used. */
export function prefetchLookups(client: QueryClient, me: Agent) {
  client.prefetchQuery(settingsQuery)
  client.prefetchQuery(statusesQuery)
  client.prefetchQuery(prioritiesQuery)
  client.prefetchQuery(agentsQuery)
  client.prefetchQuery(teamsQuery)
  client.prefetchQuery(macrosQuery)
  client.prefetchQuery(tagsQuery)
  client.prefetchQuery(customAttributesQuery)
  if (allows(me, listInboxes.access)) client.prefetchQuery(inboxesQuery)
  if (allows(me, listSlaPolicies.access)) client.prefetchQuery(slaQuery)
  if (allows(me, listMyViews.access)) client.prefetchQuery(viewsQuery)
}

const allows = (me: Agent, access: Access) => access === 'public' || access === 'agent' || may(me, access)
