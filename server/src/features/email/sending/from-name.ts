import { cleanFromName, parseFromHeader } from '@parley/contract/email/from-header'
import type { TemplatePerson } from '@parley/contract/templates/template-variables'
import { renderTemplate } from '../../../liquid.ts'

/**
 * The name that a mail is sent under: the inbox's From name, a template, filled in. What the product sends by itself is signed with the
 * inbox's name in the agent's place. A template that cannot be filled in must not keep a reply back: the mail then has the inbox's name.
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
