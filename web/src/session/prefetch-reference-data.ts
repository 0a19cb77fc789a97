import type { Agent } from '@parley/contract/agents/agent'
import { listInboxes } from '@parley/contract/inboxes/inboxes'
import type { Access } from '@parley/contract/shared/endpoint'
import { listSlaPolicies } from '@parley/contract/sla/sla-policy'
import { listMyViews } from '@parley/contract/views/views'
import type { QueryClient } from '@tanstack/react-query'
import { may } from './permissions.ts'
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

/** Prefetches the reference data of every screen in parallel. Failures recur, and are shown, where a list is used. */
export function prefetchReferenceData(client: QueryClient, me: Agent) {
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
