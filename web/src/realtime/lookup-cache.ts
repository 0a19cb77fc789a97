import type { ServerEvent } from '@parley/contract/shared/server-events'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'

type Lookup = Extract<ServerEvent, { type: 'lookup.changed' }>['object']['lookup']

/** What shows something of each list; names of statuses and tags stand in every conversation. */
const dependentQueryKeys: Record<Lookup, readonly (readonly unknown[])[]> = {
  statuses: [queryKeys.statuses, queryKeys.conversationLists, queryKeys.allConversations],
  // Macros hold their names, and views which ones they ask for.
  tags: [
    queryKeys.tags,
    queryKeys.macros,
    queryKeys.views,
    queryKeys.conversationLists,
    queryKeys.allConversations,
  ],
  inboxes: [queryKeys.inboxes, queryKeys.conversationLists, queryKeys.allConversations],
  // Rights follow from roles and teams, and decide which conversations there are.
  roles: [queryKeys.roles, queryKeys.me, queryKeys.conversationLists, queryKeys.listCounts],
  teams: [
    queryKeys.teams,
    queryKeys.my_teams,
    queryKeys.me,
    queryKeys.conversationLists,
    queryKeys.listCounts,
  ],
  // Who is concerned is also told of `me`.
  agents: [queryKeys.agents],
  me: [queryKeys.me, queryKeys.my_teams, queryKeys.listCounts],
  settings: [queryKeys.settings, queryKeys.config],
  views: [queryKeys.views, queryKeys.listCounts],
  macros: [queryKeys.macros],
  custom_attributes: [queryKeys.custom_attributes],
  // With a deleted policy conversations lose its deadlines.
  sla: [queryKeys.sla, queryKeys.conversationLists, queryKeys.allConversations],
  business_hours: [queryKeys.business_hours],
  templates: [queryKeys.templates],
  webhooks: [queryKeys.webhooks],
  // The sign-in page offers them.
  oidc: [queryKeys.oidc, queryKeys.config],
  automations: [queryKeys.automations],
  // Switched on or off, all of it comes or goes.
  ai: [queryKeys.aiProviders, queryKeys.aiPrompts, queryKeys.aiUsage, queryKeys.settings],
  held_sends: [queryKeys.heldSends],
}

/** Fetches again, where it is on the screen, whatever shows entries of a changed list. */
export function refreshLookup(cache: QueryClient, lookup: Lookup) {
  for (const queryKey of dependentQueryKeys[lookup]) void cache.invalidateQueries({ queryKey })
}
