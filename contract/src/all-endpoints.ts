import * as account from './account.ts'
import * as activityLog from './activity-log.ts'
import * as agentImport from './agent-import.ts'
import * as agents from './agents.ts'
import * as ai from './ai.ts'
import * as aiCompletions from './ai-completions.ts'
import * as assignment from './assignment.ts'
import * as attributeValues from './attribute-values.ts'
import * as auth from './auth.ts'
import * as automationRules from './automation-rules.ts'
import * as automationRuns from './automation-runs.ts'
import * as automations from './automations.ts'
import * as bulk from './bulk.ts'
import * as businessHours from './business-hours.ts'
import * as confirmation from './confirmation.ts'
import * as contactConversations from './contact-conversations.ts'
import * as contactNotes from './contact-notes.ts'
import * as contacts from './contacts.ts'
import * as conversationEvents from './conversation-events.ts'
import * as conversationLists from './conversation-lists.ts'
import * as conversationSla from './conversation-sla.ts'
import * as conversationVerbs from './conversation-verbs.ts'
import * as conversations from './conversations.ts'
import * as csat from './csat.ts'
import * as customAttributeWrites from './custom-attribute-writes.ts'
import * as customAttributes from './custom-attributes.ts'
import * as deletions from './deletions.ts'
import * as email from './email.ts'
import type { Endpoint } from './endpoint.ts'
import * as gettingStarted from './getting-started.ts'
import * as health from './health.ts'
import * as heldConversations from './held-conversations.ts'
import * as heldSends from './held-sends.ts'
import * as inboxOAuth from './inbox-oauth.ts'
import * as inboxes from './inboxes.ts'
import * as lookups from './lookups.ts'
import * as macros from './macros.ts'
import * as me from './me.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as notificationSettings from './notification-settings.ts'
import * as notifications from './notifications.ts'
import * as oidc from './oidc.ts'
import * as passkeys from './passkeys.ts'
import * as people from './people.ts'
import * as reportOverview from './report-overview.ts'
import * as reports from './reports.ts'
import * as roles from './roles.ts'
import * as search from './search.ts'
import * as settings from './settings.ts'
import * as settingsWrites from './settings-writes.ts'
import * as sla from './sla.ts'
import * as slaSimulation from './sla-simulation.ts'
import * as tagMerges from './tag-merges.ts'
import * as teams from './teams.ts'
import * as templates from './templates.ts'
import * as usage from './usage.ts'
import * as views from './views.ts'
import * as webhooks from './webhooks.ts'

export const features = {
  ...account,
  ...activityLog,
  ...agentImport,
  ...agents,
  ...assignment,
  ...ai,
  ...aiCompletions,
  ...attributeValues,
  ...auth,
  ...automationRules,
  ...automationRuns,
  ...automations,
  ...businessHours,
  ...confirmation,
  ...contactConversations,
  ...contactNotes,
  ...bulk,
  ...contacts,
  ...conversationEvents,
  ...conversationLists,
  ...conversationVerbs,
  ...conversations,
  ...csat,
  ...customAttributes,
  ...customAttributeWrites,
  ...deletions,
  ...email,
  ...gettingStarted,
  ...health,
  ...heldConversations,
  ...heldSends,
  ...inboxes,
  ...inboxOAuth,
  ...lookups,
  ...macros,
  ...media,
  ...messages,
  ...notificationSettings,
  ...notifications,
  ...passkeys,
  ...oidc,
  ...people,
  ...me,
  ...reportOverview,
  ...reports,
  ...roles,
  ...search,
  ...settings,
  ...settingsWrites,
  ...conversationSla,
  ...sla,
  ...slaSimulation,
  ...tagMerges,
  ...teams,
  ...templates,
  ...usage,
  ...views,
  ...webhooks,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value

/** Every endpoint by name: what the permission table and the API pages are made from. */
export const allEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries<unknown>(features).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value]] : [])),
)
