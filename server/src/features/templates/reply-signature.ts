import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { escapeHtml } from '@parley/mail/html/escape-html'
import { renderTemplate } from '../../liquid.ts'
import { type BrandColumns, inboxValues } from './template-values.ts'

/**
 * The signature of a reply as HTML: the inbox's signature with its variables filled in, after the usual dashes (RFC
 * 3676 section 4.3). The agent's own signature is used where the inbox's refers to it, or alone if the inbox has
 * none; nothing is ever added to what an administrator wrote. The signature is not part of the stored message, so
 * history does not repeat it. A template that fails to render must not block a reply.
 */
export async function renderSignature(
  inbox: { signature: string } & BrandColumns,
  author: NonNullable<TemplateValues['author']>,
  workspace: NonNullable<TemplateValues['workspace']>,
): Promise<string> {
  const rendered =
    inbox.signature.trim() === ''
      ? (author.signature ?? '')
      : await renderTemplate(inbox.signature, { author, workspace, ...inboxValues(inbox) }, 'text').catch(
          () => '',
        )
  const lines = rendered.trim().split(/\r?\n/)
  return rendered.trim() === '' ? '' : `<p>-- <br>${lines.map(escapeHtml).join('<br>')}</p>`
}
