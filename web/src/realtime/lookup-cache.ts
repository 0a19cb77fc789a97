import type { ServerEvent } from '@parley/contract/shared/server-events'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'
import { refetchChanged } from './patch-query.ts'

type Lookup = Extract<ServerEvent, { type: 'lookup.changed' }>['object']['lookup']

/** The queries that depend on each lookup; conversations contain the names of statuses and tags. */
const dependentQueryKeys: Record<Lookup, readonly (readonly unknown[])[]> = {
  statuses: [queryKeys.statuses, queryKeys.conversationLists, queryKeys.allConversations],
  // Macros contain tag names, and views refer to tags.
  tags: [
    queryKeys.tags,
    queryKeys.macros,
    queryKeys.views,
    queryKeys.conversationLists,
    queryKeys.allConversations,
  ],
  inboxes: [queryKeys.inboxes, queryKeys.conversationLists, queryKeys.allConversations],
  // Permissions follow from roles and teams, and decide which conversations are visible.
  roles: [queryKeys.roles, queryKeys.me, queryKeys.views, queryKeys.conversationLists, queryKeys.listCounts],
  teams: [
    queryKeys.teams,
    queryKeys.my_teams,
    queryKeys.me,
    // A team's views come with it and go with it.
    queryKeys.views,
    queryKeys.conversationLists,
    queryKeys.listCounts,
  ],
  // The affected agent also gets a `me` event.
  agents: [queryKeys.agents],
  me: [queryKeys.me, queryKeys.my_teams, queryKeys.views, queryKeys.listCounts, queryKeys.notifications],
  settings: [queryKeys.settings, queryKeys.config],
  views: [queryKeys.views, queryKeys.listCounts],
  macros: [queryKeys.macros],
  custom_attributes: [queryKeys.custom_attributes],
  // Deleting a policy removes its deadlines from conversations.
  sla: [queryKeys.sla, queryKeys.conversationLists, queryKeys.allConversations],
  business_hours: [queryKeys.business_hours],
  templates: [queryKeys.templates],
  webhooks: [queryKeys.webhooks],
  // The sign-in page lists them.
  oidc: [queryKeys.oidc, queryKeys.config],
  automations: [queryKeys.automations],
  // AI features appear or disappear when it is switched on or off.
  ai: [queryKeys.aiProviders, queryKeys.aiPrompts, queryKeys.aiUsage, queryKeys.settings],
  privacy: [queryKeys.erasures, queryKeys.contactExports],
  retention: [queryKeys.retention],
  held_sends: [queryKeys.heldSends],
  notifications: [queryKeys.notifications],
}

/** Refetches what depends on a changed lookup, if it is on screen. */
export function refreshLookup(cache: QueryClient, lookup: Lookup) {
  // A newer server may send more.
  for (const queryKey of dependentQueryKeys[lookup] ?? []) refetchChanged(cache, queryKey)
}
