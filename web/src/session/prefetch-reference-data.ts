import type { Agent } from '@parley/contract/agents/agent'
import { listInboxes } from '@parley/contract/inboxes/inboxes'
import type { Access } from '@parley/contract/shared/endpoint'
import { listSlaPolicies } from '@parley/contract/sla/sla-policy'
import { listViews } from '@parley/contract/views/shared-views'
import type { QueryClient } from '@tanstack/react-query'
import { whenIdle } from '../lib/browser/when-idle.ts'
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

/**
 * Prefetches the reference data of every screen: what lists show at once, and the rest when the browser is idle, or it would compete
 * with the rows. Failures recur, and are shown, where a list is used.
 */
export function prefetchReferenceData(client: QueryClient, me: Agent) {
  client.prefetchQuery(statusesQuery)
  client.prefetchQuery(agentsQuery)
  if (allows(me, listViews.access)) client.prefetchQuery(viewsQuery)
  whenIdle(() => {
    client.prefetchQuery(settingsQuery)
    client.prefetchQuery(prioritiesQuery)
    client.prefetchQuery(teamsQuery)
    client.prefetchQuery(macrosQuery)
    client.prefetchQuery(tagsQuery)
    client.prefetchQuery(customAttributesQuery)
    if (allows(me, listInboxes.access)) client.prefetchQuery(inboxesQuery)
    if (allows(me, listSlaPolicies.access)) client.prefetchQuery(slaQuery)
  })
}

const allows = (me: Agent, access: Access) => access === 'public' || access === 'agent' || may(me, access)
