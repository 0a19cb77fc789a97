import type { ServerEvent } from '@parley/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../api/query.ts'

type Lookup = Extract<ServerEvent, { type: 'lookup.changed' }>['object']['lookup']

/** What shows something of each list; names of statuses and tags stand in every conversation. */
const shownIn: Record<Lookup, readonly (readonly unknown[])[]> = {
  statuses: [keys.statuses, keys.conversationLists, keys.anyConversation],
  // Macros hold their names, and views which ones they ask for.
  tags: [keys.tags, keys.macros, keys.views, keys.conversationLists, keys.anyConversation],
  inboxes: [keys.inboxes, keys.conversationLists, keys.anyConversation],
  // Rights follow from roles and teams, and decide which conversations there are.
  roles: [keys.roles, keys.me, keys.conversationLists, keys.listCounts],
  teams: [keys.teams, keys.my_teams, keys.me, keys.conversationLists, keys.listCounts],
  // Who is concerned is also told of `me`.
  agents: [keys.agents],
  me: [keys.me, keys.my_teams, keys.listCounts],
  settings: [keys.settings, keys.config],
  views: [keys.views, keys.listCounts],
  macros: [keys.macros],
  custom_attributes: [keys.custom_attributes],
  // With a deleted policy conversations lose its deadlines.
  sla: [keys.sla, keys.conversationLists, keys.anyConversation],
  business_hours: [keys.business_hours],
  templates: [keys.templates],
  webhooks: [keys.webhooks],
  // The sign-in page offers them.
  oidc: [keys.oidc, keys.config],
  automations: [keys.automations],
  // Switched on or off, all of it comes or goes.
  ai: [keys.aiProviders, keys.aiPrompts, keys.aiUsage, keys.settings],
  held_sends: [keys.heldSends],
}

/** Fetches again, where it is on the screen, whatever shows entries of a changed list. */
export function refreshLookup(cache: QueryClient, lookup: Lookup) {
  for (const queryKey of shownIn[lookup]) void cache.invalidateQueries({ queryKey })
}
