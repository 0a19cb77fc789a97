import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isSignedOut } from './api-error.ts'

/**
 * Entities that administrators manage. Each name is also the prefix of the agent-facing query keys, so that both are
 * refetched together.
 */
export type EntityKind =
  | 'agents'
  | 'teams'
  | 'roles'
  | 'tags'
  | 'statuses'
  | 'macros'
  | 'inboxes'
  | 'sla'
  | 'business-hours'
  | 'templates'
  | 'webhooks'
  | 'oidc'
  | 'automations'
  | 'custom-attributes'
  | 'ai-providers'
  | 'ai-prompts'

/** The only place where query keys are built. A key built elsewhere could miss an invalidation. */
export const queryKeys = {
  bootstrap: ['bootstrap'],
  config: ['config'],
  settings: ['settings'],
  spamFilterLessons: ['spam-filter-lessons'],
  notificationSwitches: ['settings', 'notification-switches'],
  languages: ['languages'],
  gettingStarted: ['getting-started'],
  readiness: ['readiness'],
  systemStatus: ['system', 'status'],
  systemChecks: ['system', 'checks'],
  systemAlerts: ['system', 'alerts'],
  systemAlertSettings: ['system', 'alert-settings'],
  systemBackups: ['system', 'backups'],
  systemHistory: (days: string, host?: string) => ['system', 'history', days, host] as const,
  me: ['me'],
  my_teams: ['my-teams'],
  my_sessions: ['my-sessions'],
  my_confirmation: ['my-confirmation'],
  my_second_factor: ['my-second-factor'],
  my_passkeys: ['my-second-factor', 'passkeys'],
  statuses: ['statuses'],
  priorities: ['priorities'],
  agents: ['agents'],
  teams: ['teams'],
  roles: ['roles'],
  inboxes: ['inboxes'],
  /** Receiving health of the inboxes: polled while a page shows it, and refetched whenever inboxes change. */
  inboxHealth: ['inboxes', 'health'],
  deliveries: ['deliveries'],
  deliveryList: (list: object) => ['deliveries', list] as const,
  deliveryCounts: ['deliveries', 'counts'],
  deliveryHeaders: (id: number) => ['deliveries', 'headers', id] as const,
  sla: ['sla'],
  slaNames: ['sla', 'compact'],
  business_hours: ['business-hours'],
  templates: ['templates'],
  aiProviders: ['ai-providers'],
  aiPrompts: ['ai-prompts'],
  aiUsage: ['ai-usage'],
  erasures: ['erasures'],
  contactExports: ['contact-exports'],
  retention: ['retention'],
  webhooks: ['webhooks'],
  webhookDeliveries: (id: number, list: object) => ['webhooks', 'deliveries', id, list] as const,
  webhookDelivery: (id: number, delivery: number) => ['webhooks', 'delivery', id, delivery] as const,
  oidc: ['oidc'],
  oidcReservation: ['oidc-reservation'],
  automations: ['automations'],
  ruleRuns: (id: number, list: object) => ['automations', 'runs', id, list] as const,
  ruleTrouble: ['automations', 'trouble'],
  /** Why a rule changed a conversation; immutable. */
  conversationRun: (uuid: string, run_id: number) => ['conversation-run', uuid, run_id] as const,
  macros: ['macros'],
  heldSends: ['held-sends'],
  notifications: ['notifications'],
  notificationList: (unread: boolean) => ['notifications', 'list', unread] as const,
  unreadNotifications: ['notifications', 'unread'],
  pushSubscriptions: ['push-subscriptions'],
  drafts: ['drafts'],
  draftVersions: (key: string) => ['draft-versions', key] as const,
  scheduledReplies: (uuid: string) => ['scheduled-replies', uuid] as const,
  tags: ['tags'],
  /** How many conversations use each; refetched on every visit. */
  usage: (kind: 'tags' | 'statuses') => [kind, 'usage'] as const,
  /** The effect of a deletion or merge. Not below the entity's own key: refetching it after the deletion would fail. */
  deletionPreview: (kind: readonly unknown[], title: string) => ['deletion', ...kind, title] as const,
  tagMerge: (id: number, into_id: number | null) => ['tag-merge', id, into_id] as const,
  views: ['views'],
  custom_attributes: ['custom-attributes'],
  /** All conversation lists; `conversationList` narrows it to one list with its status and sort. */
  conversationLists: ['conversations'],
  conversationList: (list: {
    type: string
    id?: number
    status: string | null
    sort: string
    filters?: readonly object[]
  }) => ['conversations', list] as const,
  /** The number of conversations in each list. */
  listCounts: ['list-counts'],
  /** Every opened conversation, including its participants. */
  allConversations: ['conversation'],
  conversation: (uuid: string) => ['conversation', uuid] as const,
  /** SLA targets of a conversation; `state` changes whenever they may have changed. */
  conversationSla: (uuid: string, state: string) => ['conversation', uuid, 'sla', state] as const,
  followers: (uuid: string) => ['conversation', uuid, 'followers'] as const,
  /** Refetched whenever the conversation is. */
  mentionAccess: (uuid: string) => ['conversation', uuid, 'mention-access'] as const,
  participants: (uuid: string) => ['conversation', uuid, 'participants'] as const,
  /** Every trail of a conversation, whatever its starting point. */
  trails: (uuid: string) => ['trail', uuid] as const,
  trail: (uuid: string, message_id: number | null) => ['trail', uuid, message_id] as const,
  /** Both depend on what happens in a conversation, and are refetched with its trails. */
  surveys: (uuid: string) => ['trail', uuid, 'surveys'] as const,
  waiting: (uuid: string) => ['trail', uuid, 'waiting'] as const,
  allMessages: ['messages'],
  messages: (uuid: string) => ['messages', uuid] as const,
  sideThreads: (uuid: string) => ['side-threads', uuid] as const,
  messageDelivery: (uuid: string, version: number) => ['message-delivery', uuid, version] as const,
  /** Pages of the contact list. */
  contactLists: ['contacts'],
  contactList: (list: object) => ['contacts', list] as const,
  /** One contact, including its notes and conversations. */
  contact: (id: number) => ['contact', id] as const,
  search: (section: 'conversations' | 'messages', query: string) => ['search', section, query] as const,
  contactNotes: (id: number) => ['contact', id, 'notes'] as const,
  contactConversations: (id: number) => ['contact', id, 'conversations'] as const,
  mergeTargets: (query: string) => ['merge-targets', query] as const,
  mergePreview: (id: number, into_id: number) => ['contact-merge', id, into_id] as const,
  entities: (kind: EntityKind) => [kind, 'all'] as const,
  entity: (kind: EntityKind, id: number) => [kind, 'one', id] as const,
  activityLog: (page: { filters: string; page: number }) => ['activity-log', page] as const,
  /** One report for a date range and filters. */
  report: (name: string, params: object) => ['reports', name, params] as const,
  contactSearch: (text: string) => ['contact-search', text] as const,
} as const

/**
 * The cache of one browser tab. `onSignedOut` runs when any call reports an expired session. `onLookupFailed` runs
 * when reference data that many screens use, and that has no screen of its own to show the error, could not be loaded
 * at all.
 */
export function createQueryClient(
  onSignedOut: () => void,
  onLookupFailed: (error: unknown) => void = () => {},
): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut()
    // The disk is full or the database rejects writes: refresh readiness so that administrators see it at once.
    if (error instanceof ApiError && (error.status === 507 || error.status === 503))
      void client.invalidateQueries({ queryKey: queryKeys.readiness })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onError(error)
        // Cached data still serves, and the next refetch may succeed.
        if (query.meta?.missed && query.state.data === undefined && !isSignedOut(error)) onLookupFailed(error)
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Changes are pushed; refetching on a visit only covers what a lost connection missed.
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        retry: shouldRetry,
      },
    },
  })
  return client
}

/** Client errors are final; only a missing response and gateway errors are retried. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 2) return false
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}
