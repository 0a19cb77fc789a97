import { randomBytes } from 'node:crypto'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import type { SignInTemplate } from '@parley/contract/templates/templates'
import { hasActionPlaceholder, insertActionLink } from '@parley/mail/compose/action-link'
import { renderTemplate } from '../../liquid.ts'

// Nobody can write them into a name or a template, for they are others at every start.
const createPlaceholder = (kind: string) => `https://${kind}.invalid/${randomBytes(16).toString('hex')}`
const placeholders = { link: createPlaceholder('link'), button: createPlaceholder('button') }

const labels = {
  Invitation: 'sign_in_mail.invitation',
  'Password reset': 'sign_in_mail.password_reset',
} as const satisfies Record<SignInTemplate, string>

/**
 * The body of a mail whose link lets somebody in. The template never holds the link itself: no expression of it, and nothing that its HTML
 * loads, can carry it anywhere but to the reader. Throws BrokenTemplate.
 */
export async function fillSignInBody(
  body: string,
  values: TemplateValues,
  { template, url, texts }: { template: SignInTemplate; url: string; texts: Record<string, string> },
): Promise<string> {
  const html = await renderTemplate(body, { ...values, ...placeholders })
  return insertActionLink(html, { placeholders: placeholders, url, label: texts[labels[template]] ?? url })
}

/** Whether the reader of this template can follow its link. Throws BrokenTemplate. */
export async function hasSignInLink(body: string, values: TemplateValues): Promise<boolean> {
  return hasActionPlaceholder(await renderTemplate(body, { ...values, ...placeholders }), placeholders)
}
