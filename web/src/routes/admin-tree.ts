import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { parseRunsSearch, parseTypeSearch } from '../features/automations/automation-search.ts'
import { parseLedgerSearch } from '../features/inboxes/ledger/ledger-search.ts'
import { parseOAuthReturn } from '../features/inboxes/oauth/oauth-return.ts'
import { parseLogSearch } from '../features/webhooks/log/log-search.ts'
import { lazyPage } from './lazy-page.ts'
import { main } from './root-routes.ts'
import { readRouteID } from './route-id.ts'

const idParam = {
  parse: ({ id }: { id: string }) => ({ id: readRouteID(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

/** All pages under /admin. Without permission for an area, its page says so. */
const area = createRoute({
  getParentRoute: () => main,
  id: 'admin-area',
  component: lazyPage(() => import('./admin-area.tsx'), 'AdminArea'),
})
const adminHome = createRoute({
  getParentRoute: () => area,
  path: '/admin',
  component: lazyPage(() => import('./admin-empty.tsx'), 'AdminEmpty'),
  staticData: { title: 'admin.title' },
})
const overview = createRoute({
  getParentRoute: () => area,
  path: '/admin/overview',
  component: lazyPage(() => import('./admin-overview/overview-page.tsx'), 'OverviewPage'),
  staticData: { title: 'admin.overview' },
})
const general = createRoute({
  getParentRoute: () => area,
  path: '/admin/general',
  component: lazyPage(() => import('../features/settings/general-page.tsx'), 'GeneralPage'),
  staticData: { title: 'admin.general' },
})
const tags = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/tags',
  component: lazyPage(() => import('../features/tags/tags-page.tsx'), 'TagsPage'),
  staticData: { title: 'admin.tags' },
})
const macros = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/macros',
  component: lazyPage(() => import('../features/macros/macros-page.tsx'), 'MacrosPage'),
  staticData: { title: 'admin.macros' },
})
const newMacro = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/macros/new',
  component: lazyPage(() => import('../features/macros/new-macro-page.tsx'), 'NewMacroPage'),
  staticData: { title: 'macros.new' },
})
const macro = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/macros/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/macros/macro-page.tsx'), 'MacroPage'),
  staticData: { title: 'macros.edit' },
})
const attributes = createRoute({
  getParentRoute: () => area,
  path: '/admin/custom-attributes',
  validateSearch: z.object({ applies_to: z.enum(['contact']).optional().catch(undefined) }),
  component: lazyPage(
    () => import('../features/custom-attributes/admin/attributes-page.tsx'),
    'AttributesPage',
  ),
  staticData: { title: 'admin.custom_attributes' },
})
const statuses = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/statuses',
  component: lazyPage(() => import('../features/statuses/statuses-page.tsx'), 'StatusesPage'),
  staticData: { title: 'admin.statuses' },
})
const teams = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams',
  component: lazyPage(() => import('../features/teams/teams-page.tsx'), 'TeamsPage'),
  staticData: { title: 'admin.teams' },
})
const newTeam = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams/new',
  component: lazyPage(() => import('../features/teams/new-team-page.tsx'), 'NewTeamPage'),
  staticData: { title: 'teams.new' },
})
const team = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/teams/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/teams/team-page.tsx'), 'TeamPage'),
  staticData: { title: 'teams.edit' },
})
const inboxes = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes',
  component: lazyPage(() => import('../features/inboxes/inboxes-page.tsx'), 'InboxesPage'),
  staticData: { title: 'admin.inboxes' },
})
const newInbox = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes/new',
  component: lazyPage(() => import('../features/inboxes/new-inbox-page.tsx'), 'NewInboxPage'),
  staticData: { title: 'inboxes.new' },
})
const inbox = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/inboxes/inbox-page.tsx'), 'InboxPage'),
  staticData: { title: 'inboxes.edit' },
})
const ledger = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes/mail',
  validateSearch: parseLedgerSearch,
  component: lazyPage(() => import('../features/inboxes/ledger/ledger-page.tsx'), 'LedgerPage'),
  staticData: { title: 'ledger.title' },
})
const oauthReturn = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes/oauth',
  validateSearch: parseOAuthReturn,
  component: lazyPage(() => import('../features/inboxes/oauth/oauth-return-page.tsx'), 'OAuthReturnPage'),
  staticData: { title: 'admin.inboxes' },
})
const notification = createRoute({
  getParentRoute: () => area,
  path: '/admin/notification',
  component: lazyPage(() => import('../features/notification/notification-page.tsx'), 'NotificationPage'),
  staticData: { title: 'notification.title' },
})
const templates = createRoute({
  getParentRoute: () => area,
  path: '/admin/templates',
  validateSearch: z.object({
    type: z.enum(['email_outgoing', 'email_notification']).optional().catch(undefined),
  }),
  component: lazyPage(() => import('../features/templates/templates-page.tsx'), 'TemplatesPage'),
  staticData: { title: 'admin.templates' },
})
const newTemplate = createRoute({
  getParentRoute: () => area,
  path: '/admin/templates/new',
  component: lazyPage(() => import('../features/templates/new-template-page.tsx'), 'NewTemplatePage'),
  staticData: { title: 'templates.new' },
})
const template = createRoute({
  getParentRoute: () => area,
  path: '/admin/templates/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/templates/template-page.tsx'), 'TemplatePage'),
  staticData: { title: 'templates.edit' },
})
const oidc = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso',
  component: lazyPage(() => import('../features/oidc/oidc-page.tsx'), 'OidcPage'),
  staticData: { title: 'admin.sso' },
})
const newOidcProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso/new',
  component: lazyPage(() => import('../features/oidc/new-provider-page.tsx'), 'NewProviderPage'),
  staticData: { title: 'sso.new' },
})
const oidcProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/oidc/provider-page.tsx'), 'ProviderPage'),
  staticData: { title: 'sso.edit' },
})
const ai = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai',
  component: lazyPage(() => import('../features/ai/providers/providers-page.tsx'), 'ProvidersPage'),
  staticData: { title: 'admin.ai' },
})
const newAiProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/providers/new',
  component: lazyPage(() => import('../features/ai/providers/new-provider-page.tsx'), 'NewProviderPage'),
  staticData: { title: 'ai.provider.new' },
})
const aiProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/providers/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/ai/providers/provider-page.tsx'), 'ProviderPage'),
  staticData: { title: 'ai.provider.edit' },
})
const aiPrompts = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/prompts',
  component: lazyPage(() => import('../features/ai/prompts/prompts-page.tsx'), 'PromptsPage'),
  staticData: { title: 'ai.prompts' },
})
const newAiPrompt = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/prompts/new',
  component: lazyPage(() => import('../features/ai/prompts/new-prompt-page.tsx'), 'NewPromptPage'),
  staticData: { title: 'ai.prompt.new' },
})
const aiPrompt = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/prompts/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/ai/prompts/prompt-page.tsx'), 'PromptPage'),
  staticData: { title: 'ai.prompt.edit' },
})
const aiUsage = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/usage',
  component: lazyPage(() => import('../features/ai/usage/usage-page.tsx'), 'UsagePage'),
  staticData: { title: 'ai.usage' },
})
const webhooks = createRoute({
  getParentRoute: () => area,
  path: '/admin/webhooks',
  component: lazyPage(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  staticData: { title: 'admin.webhooks' },
})
const newWebhook = createRoute({
  getParentRoute: () => area,
  path: '/admin/webhooks/new',
  component: lazyPage(() => import('../features/webhooks/new-webhook-page.tsx'), 'NewWebhookPage'),
  staticData: { title: 'webhooks.new' },
})
const webhook = createRoute({
  getParentRoute: () => area,
  path: '/admin/webhooks/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  staticData: { title: 'webhooks.edit' },
})
const webhookLog = createRoute({
  getParentRoute: () => area,
  path: '/admin/webhooks/$id/deliveries',
  params: idParam,
  validateSearch: parseLogSearch,
  component: lazyPage(() => import('../features/webhooks/log/log-page.tsx'), 'WebhookLogPage'),
  staticData: { title: 'webhooks.log' },
})
const agents = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents',
  component: lazyPage(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
  staticData: { title: 'admin.agents' },
})
const newAgent = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents/new',
  component: lazyPage(() => import('../features/agents/new-agent-page.tsx'), 'NewAgentPage'),
  staticData: { title: 'agents.new' },
})
const agentImport = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents/import',
  component: lazyPage(() => import('../features/agents/import/import-page.tsx'), 'ImportPage'),
  staticData: { title: 'agents.import' },
})
const agent = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/agents/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/agents/agent-page.tsx'), 'AgentPage'),
  staticData: { title: 'agents.edit' },
})
const roles = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles',
  component: lazyPage(() => import('../features/roles/roles-page.tsx'), 'RolesPage'),
  staticData: { title: 'admin.roles' },
})
const newRole = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles/new',
  component: lazyPage(() => import('../features/roles/new-role-page.tsx'), 'NewRolePage'),
  staticData: { title: 'roles.new' },
})
const role = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/roles/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/roles/role-page.tsx'), 'RolePage'),
  staticData: { title: 'roles.edit' },
})
const activityLog = createRoute({
  getParentRoute: () => area,
  path: '/admin/teams/activity-log',
  component: lazyPage(() => import('../features/activity-log/activity-log-page.tsx'), 'ActivityLogPage'),
  staticData: { title: 'admin.activity_log' },
})
const hoursList = createRoute({
  getParentRoute: () => area,
  path: '/admin/business-hours',
  component: lazyPage(() => import('../features/business-hours/hours-list-page.tsx'), 'HoursListPage'),
  staticData: { title: 'admin.business_hours' },
})
const newHours = createRoute({
  getParentRoute: () => area,
  path: '/admin/business-hours/new',
  component: lazyPage(() => import('../features/business-hours/new-hours-page.tsx'), 'NewHoursPage'),
  staticData: { title: 'hours.new' },
})
const hours = createRoute({
  getParentRoute: () => area,
  path: '/admin/business-hours/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/business-hours/hours-page.tsx'), 'HoursPage'),
  staticData: { title: 'hours.edit' },
})
const slaList = createRoute({
  getParentRoute: () => area,
  path: '/admin/sla',
  component: lazyPage(() => import('../features/sla/sla-list-page.tsx'), 'SlaListPage'),
  staticData: { title: 'admin.sla' },
})
const newSla = createRoute({
  getParentRoute: () => area,
  path: '/admin/sla/new',
  component: lazyPage(() => import('../features/sla/new-sla-page.tsx'), 'NewSlaPage'),
  staticData: { title: 'sla.new' },
})
const sla = createRoute({
  getParentRoute: () => area,
  path: '/admin/sla/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/sla/sla-page.tsx'), 'SlaPage'),
  staticData: { title: 'sla.edit' },
})
const automations = createRoute({
  getParentRoute: () => area,
  path: '/admin/automations',
  validateSearch: parseTypeSearch,
  component: lazyPage(() => import('../features/automations/automations-page.tsx'), 'AutomationsPage'),
  staticData: { title: 'admin.automations' },
})
const newRule = createRoute({
  getParentRoute: () => area,
  path: '/admin/automations/new',
  validateSearch: parseTypeSearch,
  component: lazyPage(() => import('../features/automations/new-rule-page.tsx'), 'NewRulePage'),
  staticData: { title: 'automations.new' },
})
const rule = createRoute({
  getParentRoute: () => area,
  path: '/admin/automations/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../features/automations/rule-page.tsx'), 'RulePage'),
  staticData: { title: 'automations.edit' },
})
const ruleRuns = createRoute({
  getParentRoute: () => area,
  path: '/admin/automations/$id/runs',
  params: idParam,
  validateSearch: parseRunsSearch,
  component: lazyPage(() => import('../features/automations/runs/runs-page.tsx'), 'RunsPage'),
  staticData: { title: 'automations.runs' },
})

export const admin = area.addChildren([
  adminHome,
  overview,
  general,
  tags,
  macros,
  newMacro,
  macro,
  attributes,
  statuses,
  teams,
  newTeam,
  team,
  inboxes,
  newInbox,
  inbox,
  ledger,
  oauthReturn,
  notification,
  templates,
  newTemplate,
  template,
  oidc,
  newOidcProvider,
  oidcProvider,
  ai,
  newAiProvider,
  aiProvider,
  aiPrompts,
  newAiPrompt,
  aiPrompt,
  aiUsage,
  webhooks,
  newWebhook,
  webhook,
  webhookLog,
  agents,
  newAgent,
  agentImport,
  agent,
  roles,
  newRole,
  role,
  activityLog,
  hoursList,
  newHours,
  hours,
  slaList,
  newSla,
  sla,
  automations,
  newRule,
  rule,
  ruleRuns,
])
