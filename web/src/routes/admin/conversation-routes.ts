import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { parseRunsSearch, parseTypeSearch } from '../../features/automations/automation-search.ts'
import { parseLedgerSearch } from '../../features/inboxes/ledger/ledger-search.ts'
import { parseOAuthReturn } from '../../features/inboxes/oauth/oauth-return.ts'
import { lazyPage } from '../lazy-page.ts'
import { area, idParam } from './admin-area-route.ts'

const tags = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/tags',
  component: lazyPage(() => import('../../features/tags/tags-page.tsx'), 'TagsPage'),
  staticData: { title: 'admin.tags' },
})
const macros = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/macros',
  component: lazyPage(() => import('../../features/macros/macros-page.tsx'), 'MacrosPage'),
  staticData: { title: 'admin.macros' },
})
const newMacro = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/macros/new',
  component: lazyPage(() => import('../../features/macros/new-macro-page.tsx'), 'NewMacroPage'),
  staticData: { title: 'macros.new' },
})
const macro = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/macros/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/macros/macro-page.tsx'), 'MacroPage'),
  staticData: { title: 'macros.edit' },
})
const attributes = createRoute({
  getParentRoute: () => area,
  path: '/admin/custom-attributes',
  validateSearch: z.object({ applies_to: z.enum(['contact']).optional().catch(undefined) }),
  component: lazyPage(
    () => import('../../features/custom-attributes/admin/attributes-page.tsx'),
    'AttributesPage',
  ),
  staticData: { title: 'admin.custom_attributes' },
})
const statuses = createRoute({
  getParentRoute: () => area,
  path: '/admin/conversations/statuses',
  component: lazyPage(() => import('../../features/statuses/statuses-page.tsx'), 'StatusesPage'),
  staticData: { title: 'admin.statuses' },
})
const inboxes = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes',
  component: lazyPage(() => import('../../features/inboxes/inboxes-page.tsx'), 'InboxesPage'),
  staticData: { title: 'admin.inboxes' },
})
const newInbox = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes/new',
  component: lazyPage(() => import('../../features/inboxes/new-inbox-page.tsx'), 'NewInboxPage'),
  staticData: { title: 'inboxes.new' },
})
const inbox = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/inboxes/inbox-page.tsx'), 'InboxPage'),
  staticData: { title: 'inboxes.edit' },
})
const ledger = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes/mail',
  validateSearch: parseLedgerSearch,
  component: lazyPage(() => import('../../features/inboxes/ledger/ledger-page.tsx'), 'LedgerPage'),
  staticData: { title: 'ledger.title' },
})
const oauthReturn = createRoute({
  getParentRoute: () => area,
  path: '/admin/inboxes/oauth',
  validateSearch: parseOAuthReturn,
  component: lazyPage(() => import('../../features/inboxes/oauth/oauth-return-page.tsx'), 'OAuthReturnPage'),
  staticData: { title: 'admin.inboxes' },
})
const automations = createRoute({
  getParentRoute: () => area,
  path: '/admin/automations',
  validateSearch: parseTypeSearch,
  component: lazyPage(() => import('../../features/automations/automations-page.tsx'), 'AutomationsPage'),
  staticData: { title: 'admin.automations' },
})
const newRule = createRoute({
  getParentRoute: () => area,
  path: '/admin/automations/new',
  validateSearch: parseTypeSearch,
  component: lazyPage(() => import('../../features/automations/new-rule-page.tsx'), 'NewRulePage'),
  staticData: { title: 'automations.new' },
})
const rule = createRoute({
  getParentRoute: () => area,
  path: '/admin/automations/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/automations/rule-page.tsx'), 'RulePage'),
  staticData: { title: 'automations.edit' },
})
const ruleRuns = createRoute({
  getParentRoute: () => area,
  path: '/admin/automations/$id/runs',
  params: idParam,
  validateSearch: parseRunsSearch,
  component: lazyPage(() => import('../../features/automations/runs/runs-page.tsx'), 'RunsPage'),
  staticData: { title: 'automations.runs' },
})

/** What happens to conversations, and the inboxes that they arrive in. */
export const conversationRoutes = [
  tags,
  macros,
  newMacro,
  macro,
  attributes,
  statuses,
  inboxes,
  newInbox,
  inbox,
  ledger,
  oauthReturn,
  automations,
  newRule,
  rule,
  ruleRuns,
] as const
