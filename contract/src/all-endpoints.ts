import * as account from './account/account-security.ts'
import * as bootstrap from './account/bootstrap.ts'
import * as me from './account/me.ts'
import * as activityLog from './activity-log/activity-log.ts'
import * as agent from './agents/agent.ts'
import * as agentImport from './agents/agent-import.ts'
import * as agents from './agents/agents.ts'
import * as aiCompletions from './ai/ai-completions.ts'
import * as ai from './ai/ai-settings.ts'
import * as aiUsage from './ai/ai-usage.ts'
import * as confirmation from './auth/identity-confirmation.ts'
import * as oidc from './auth/oidc.ts'
import * as passkeys from './auth/passkeys.ts'
import * as auth from './auth/sign-in.ts'
import * as automationRules from './automations/automation-rules.ts'
import * as automationRuns from './automations/automation-runs.ts'
import * as automations from './automations/automations.ts'
import * as businessHours from './business-hours/business-hours.ts'
import * as contactConversations from './contacts/contact-conversations.ts'
import * as contactNotes from './contacts/contact-notes.ts'
import * as contacts from './contacts/contacts.ts'
import * as assignment from './conversations/assignment-status.ts'
import * as bulk from './conversations/bulk-actions.ts'
import * as conversationEvents from './conversations/conversation-events.ts'
import * as conversationLists from './conversations/conversation-lists.ts'
import * as conversationVerbs from './conversations/conversation-verbs.ts'
import * as conversations from './conversations/conversations.ts'
import * as csat from './conversations/csat.ts'
import * as followers from './conversations/followers.ts'
import * as merges from './conversations/merge-conversations.ts'
import * as moveInbox from './conversations/move-inbox.ts'
import * as spamFilter from './conversations/spam-filter.ts'
import * as conversationTrash from './conversations/trash.ts'
import * as attributeValues from './custom-attributes/attribute-values.ts'
import * as customAttributeWrites from './custom-attributes/custom-attribute-writes.ts'
import * as customAttributes from './custom-attributes/custom-attributes.ts'
import * as email from './email/mail-deliveries.ts'
import * as inboxBrand from './inboxes/inbox-brand.ts'
import * as inboxOAuth from './inboxes/inbox-oauth.ts'
import * as inboxWrites from './inboxes/inbox-writes.ts'
import * as inboxes from './inboxes/inboxes.ts'
import * as macros from './macros/macros.ts'
import * as drafts from './messages/drafts.ts'
import * as heldConversations from './messages/held-conversations.ts'
import * as heldSends from './messages/held-sends.ts'
import * as media from './messages/media.ts'
import * as messageSources from './messages/message-sources.ts'
import * as messages from './messages/messages.ts'
import * as scheduledReplies from './messages/scheduled-replies.ts'
import * as sideThreads from './messages/side-threads.ts'
import * as transcripts from './messages/transcripts.ts'
import * as notificationCentre from './notifications/notification-centre.ts'
import * as notifications from './notifications/notifications.ts'
import * as push from './notifications/push.ts'
import * as quietHours from './notifications/quiet-hours.ts'
import * as notificationSettings from './notifications/system-mail.ts'
import * as priorities from './priorities/priorities.ts'
import * as privacy from './privacy/privacy.ts'
import * as reportOverview from './reports/report-overview.ts'
import * as reports from './reports/reports.ts'
import * as retention from './retention/retention.ts'
import * as roles from './roles/roles.ts'
import * as search from './search/search.ts'
import * as gettingStarted from './settings/getting-started.ts'
import * as health from './settings/health.ts'
import * as settings from './settings/settings.ts'
import * as settingsWrites from './settings/settings-writes.ts'
import * as deletions from './shared/deletion-previews.ts'
import type { Endpoint } from './shared/endpoint.ts'
import * as conversationSla from './sla/conversation-sla.ts'
import * as sla from './sla/sla-policies.ts'
import * as slaPolicy from './sla/sla-policy.ts'
import * as slaSimulation from './sla/sla-simulation.ts'
import * as statuses from './statuses/statuses.ts'
import * as systemAlerts from './system/system-alerts.ts'
import * as systemBackups from './system/system-backups.ts'
import * as systemChecks from './system/system-checks.ts'
import * as systemFindings from './system/system-findings.ts'
import * as systemStatus from './system/system-status.ts'
import * as tagMerges from './tags/tag-merges.ts'
import * as tags from './tags/tags.ts'
import * as teamCompact from './teams/team-compact.ts'
import * as teams from './teams/teams.ts'
import * as templateDesign from './templates/template-design.ts'
import * as templates from './templates/templates.ts'
import * as undo from './undo/undo.ts'
import * as sharedViews from './views/shared-views.ts'
import * as views from './views/views.ts'
import * as webhooks from './webhooks/webhooks.ts'

export const features = {
  ...account,
  ...activityLog,
  ...agentImport,
  ...agents,
  ...assignment,
  ...ai,
  ...aiUsage,
  ...aiCompletions,
  ...attributeValues,
  ...auth,
  ...automationRules,
  ...automationRuns,
  ...automations,
  ...bootstrap,
  ...businessHours,
  ...confirmation,
  ...contactConversations,
  ...contactNotes,
  ...bulk,
  ...contacts,
  ...conversationEvents,
  ...conversationLists,
  ...conversationVerbs,
  ...conversationTrash,
  ...spamFilter,
  ...moveInbox,
  ...conversations,
  ...csat,
  ...merges,
  ...customAttributes,
  ...customAttributeWrites,
  ...deletions,
  ...email,
  ...followers,
  ...gettingStarted,
  ...health,
  ...drafts,
  ...heldConversations,
  ...heldSends,
  ...inboxes,
  ...inboxWrites,
  ...inboxBrand,
  ...inboxOAuth,
  ...statuses,
  ...priorities,
  ...tags,
  ...slaPolicy,
  ...macros,
  ...media,
  ...messages,
  ...scheduledReplies,
  ...notificationCentre,
  ...messageSources,
  ...notificationSettings,
  ...notifications,
  ...push,
  ...privacy,
  ...retention,
  ...quietHours,
  ...passkeys,
  ...oidc,
  ...agent,
  ...teamCompact,
  ...me,
  ...reportOverview,
  ...reports,
  ...roles,
  ...search,
  ...sideThreads,
  ...transcripts,
  ...settings,
  ...settingsWrites,
  ...conversationSla,
  ...sla,
  ...slaSimulation,
  ...systemAlerts,
  ...systemBackups,
  ...systemChecks,
  ...systemFindings,
  ...systemStatus,
  ...tagMerges,
  ...teams,
  ...templateDesign,
  ...templates,
  ...undo,
  ...sharedViews,
  ...views,
  ...webhooks,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value

/** Every endpoint by name. The permission matrix and the API docs are generated from it. */
export const allEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries<unknown>(features).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value]] : [])),
)
