import { randomBytes } from 'node:crypto'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import type { SignInTemplate } from '@parley/contract/templates/templates'
import { hasActionPlaceholder, insertActionLink } from '@parley/mail/compose/action-link'
import { renderTemplate } from '../../liquid.ts'

// Random at every start, so that neither a name nor a template can contain them.
const createPlaceholder = (kind: string) => `https://${kind}.invalid/${randomBytes(16).toString('hex')}`
const placeholders = { link: createPlaceholder('link'), button: createPlaceholder('button') }

const labels = {
  Invitation: 'sign_in_mail.invitation',
  'Password reset': 'sign_in_mail.password_reset',
} as const satisfies Record<SignInTemplate, string>

/**
 * Renders an email whose link signs someone in. The template itself never sees the link, so none of its expressions or external resources
 * can leak it. Throws BrokenTemplate.
 */
export async function fillSignInBody(
  body: string,
  values: TemplateValues,
  { template, url, texts }: { template: SignInTemplate; url: string; texts: Record<string, string> },
): Promise<string> {
  const html = await renderTemplate(body, { ...values, ...placeholders })
  return insertActionLink(html, { placeholders: placeholders, url, label: texts[labels[template]] ?? url })
}

/** Whether a reader of this template can follow the link. Throws BrokenTemplate. */
export async function hasSignInLink(body: string, values: TemplateValues): Promise<boolean> {
  return hasActionPlaceholder(await renderTemplate(body, { ...values, ...placeholders }), placeholders)
}
