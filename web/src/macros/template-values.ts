import type { Agent } from '@parley/contract/agents/agent'
import type { Conversation } from '@parley/contract/conversations/conversations'
import type { GeneralSettings } from '@parley/contract/settings/settings'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'

/** Template values known in this browser: the agent, the workspace, and the open conversation if given. */
export function templateValues(
  cache: QueryClient,
  me: Pick<Agent, 'first_name' | 'last_name' | 'email' | 'signature'>,
  uuid: string | null,
): TemplateValues {
  const conversation =
    uuid === null ? undefined : cache.getQueryData<Conversation>(queryKeys.conversation(uuid))
  const settings = cache.getQueryData<Partial<GeneralSettings>>(queryKeys.settings) ?? {}
  return {
    ...(conversation && { conversation, contact: conversation.contact }),
    author: { ...me, signature: me.signature ?? '' },
    workspace: {
      site_name: settings['app.site_name'] || 'Parley',
      root_url: settings['app.root_url'] ?? '',
      logo_url: settings['app.logo_url'] ?? '',
      favicon_url: settings['app.favicon_url'] ?? '',
    },
  }
}
