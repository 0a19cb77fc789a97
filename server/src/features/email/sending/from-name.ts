import { cleanFromName, parseFromHeader } from '@parley/contract/email/from-header'
import type { TemplatePerson } from '@parley/contract/templates/template-variables'
import { renderTemplate } from '../../../liquid.ts'

/**
 * The sender name of a mail: the inbox's From name, a template, rendered. Automatic mail uses the inbox's name in
 * place of the agent's. A template that fails to render must not block a reply; then the inbox's name is used.
 */
export async function renderFromName(
  inbox: { name: string; from: string; address: string },
  agent: TemplatePerson | null,
  site_name: string,
): Promise<string> {
  const { name } = parseFromHeader(inbox.from)
  if (!name.includes('{')) return name
  const author = agent ?? { first_name: inbox.name, email: inbox.address }
  try {
    return (
      cleanFromName(await renderTemplate(name, { author, workspace: { site_name } }, 'text')) || inbox.name
    )
  } catch {
    return inbox.name
  }
}
