import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { escapeHtml } from '@parley/mail/html/escape-html'
import { renderTemplate } from '../../../liquid.ts'

/**
 * The signature of a reply as HTML: the inbox's signature with its variables filled in, after the usual dashes (RFC
 * 3676 section 4.3). The agent's own signature is used where the inbox's refers to it, or alone if the inbox has
 * none; nothing is ever added to what an administrator wrote. The signature is not part of the stored message, so
 * history does not repeat it. A template that fails to render must not block a reply.
 */
export async function renderSignature(
  template: string,
  author: NonNullable<TemplateValues['author']>,
  workspace: { site_name: string; root_url: string },
): Promise<string> {
  const rendered =
    template.trim() === ''
      ? (author.signature ?? '')
      : await renderTemplate(template, { author, workspace }, 'text').catch(() => '')
  const lines = rendered.trim().split(/\r?\n/)
  return rendered.trim() === '' ? '' : `<p>-- <br>${lines.map(escapeHtml).join('<br>')}</p>`
}
