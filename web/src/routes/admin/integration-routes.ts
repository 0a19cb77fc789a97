import { createRoute } from '@tanstack/react-router'
import { parseLogSearch } from '../../features/webhooks/log/log-search.ts'
import { lazyPage } from '../lazy-page.ts'
import { area, idParam } from './admin-area-route.ts'

const oidc = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso',
  component: lazyPage(() => import('../../features/oidc/oidc-page.tsx'), 'OidcPage'),
  staticData: { title: 'admin.sso' },
})
const newOidcProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso/new',
  component: lazyPage(() => import('../../features/oidc/new-provider-page.tsx'), 'NewProviderPage'),
  staticData: { title: 'sso.new' },
})
const oidcProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/sso/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/oidc/provider-page.tsx'), 'ProviderPage'),
  staticData: { title: 'sso.edit' },
})
const ai = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai',
  component: lazyPage(() => import('../../features/ai/providers/providers-page.tsx'), 'ProvidersPage'),
  staticData: { title: 'admin.ai' },
})
const newAiProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/providers/new',
  component: lazyPage(() => import('../../features/ai/providers/new-provider-page.tsx'), 'NewProviderPage'),
  staticData: { title: 'ai.provider.new' },
})
const aiProvider = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/providers/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/ai/providers/provider-page.tsx'), 'ProviderPage'),
  staticData: { title: 'ai.provider.edit' },
})
const aiPrompts = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/prompts',
  component: lazyPage(() => import('../../features/ai/prompts/prompts-page.tsx'), 'PromptsPage'),
  staticData: { title: 'ai.prompts' },
})
const newAiPrompt = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/prompts/new',
  component: lazyPage(() => import('../../features/ai/prompts/new-prompt-page.tsx'), 'NewPromptPage'),
  staticData: { title: 'ai.prompt.new' },
})
const aiPrompt = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/prompts/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/ai/prompts/prompt-page.tsx'), 'PromptPage'),
  staticData: { title: 'ai.prompt.edit' },
})
const aiUsage = createRoute({
  getParentRoute: () => area,
  path: '/admin/ai/usage',
  component: lazyPage(() => import('../../features/ai/usage/usage-page.tsx'), 'UsagePage'),
  staticData: { title: 'ai.usage' },
})
const webhooks = createRoute({
  getParentRoute: () => area,
  path: '/admin/webhooks',
  component: lazyPage(() => import('../../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  staticData: { title: 'admin.webhooks' },
})
const newWebhook = createRoute({
  getParentRoute: () => area,
  path: '/admin/webhooks/new',
  component: lazyPage(() => import('../../features/webhooks/new-webhook-page.tsx'), 'NewWebhookPage'),
  staticData: { title: 'webhooks.new' },
})
const webhook = createRoute({
  getParentRoute: () => area,
  path: '/admin/webhooks/$id/edit',
  params: idParam,
  component: lazyPage(() => import('../../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  staticData: { title: 'webhooks.edit' },
})
const webhookLog = createRoute({
  getParentRoute: () => area,
  path: '/admin/webhooks/$id/deliveries',
  params: idParam,
  validateSearch: parseLogSearch,
  component: lazyPage(() => import('../../features/webhooks/log/log-page.tsx'), 'WebhookLogPage'),
  staticData: { title: 'webhooks.log' },
})

const retention = createRoute({
  getParentRoute: () => area,
  path: '/admin/data',
  component: lazyPage(() => import('../../features/retention/retention-page.tsx'), 'RetentionPage'),
  staticData: { title: 'retention.title' },
})
const privacy = createRoute({
  getParentRoute: () => area,
  path: '/admin/data/privacy',
  component: lazyPage(() => import('../../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
  staticData: { title: 'privacy.title' },
})
const storage = createRoute({
  getParentRoute: () => area,
  path: '/admin/data/storage',
  component: lazyPage(() => import('../../features/retention/storage-page.tsx'), 'StoragePage'),
  staticData: { title: 'storage.title' },
})

/** Data over time, and other systems: sign-in providers, language models and webhooks. */
export const integrationRoutes = [
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
  retention,
  privacy,
  storage,
  webhooks,
  newWebhook,
  webhook,
  webhookLog,
] as const
