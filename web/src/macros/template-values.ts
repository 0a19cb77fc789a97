import type { Agent } from '@parley/contract/agents/agent'
import type { Conversation } from '@parley/contract/conversations/conversations'
import { parseFromHeader } from '@parley/contract/email/from-header'
import type { Inbox } from '@parley/contract/inboxes/inboxes'
import type { GeneralSettings } from '@parley/contract/settings/settings'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'

/** Template values known in this browser: the agent, the workspace, and the open conversation with its inbox if given. */
export function templateValues(
  cache: QueryClient,
  me: Pick<Agent, 'first_name' | 'last_name' | 'email' | 'signature'>,
  uuid: string | null,
): TemplateValues {
  const conversation =
    uuid === null ? undefined : cache.getQueryData<Conversation>(queryKeys.conversation(uuid))
  const inbox = cache
    .getQueryData<Inbox[]>(queryKeys.inboxes)
    ?.find(({ id }) => id === conversation?.inbox_id)
  const settings = cache.getQueryData<Partial<GeneralSettings>>(queryKeys.settings) ?? {}
  return {
    ...(conversation && { conversation, contact: conversation.contact }),
    ...(inbox && inboxValues(inbox)),
    author: { ...me, signature: me.signature ?? '' },
    workspace: {
      site_name: settings['app.site_name'] || 'Parley',
      root_url: settings['app.root_url'] ?? '',
      logo_url: settings['app.logo_url'] ?? '',
      favicon_url: settings['app.favicon_url'] ?? '',
    },
  }
}

const inboxValues = (inbox: Inbox): Pick<TemplateValues, 'inbox' | 'brand'> => ({
  inbox: { name: inbox.name, email: parseFromHeader(inbox.from).address },
  brand: {
    name: inbox.brand_name,
    logo: inbox.brand_logo_url,
    color: inbox.brand_color,
    footer: inbox.brand_footer,
  },
})
