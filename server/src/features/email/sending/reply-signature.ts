import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { renderTemplate } from '../../../liquid.ts'

/**
 * What ends a reply of an agent: the inbox's signature with its variables filled in, as HTML, after the usual dashes (RFC 3676 section 4.3).
 * The agent's own stands where the inbox's names it, and alone where the inbox has none: what an administrator wrote is never added to.
 * It is no part of the message as stored, so history never repeats it. One that cannot be filled in must not keep a reply back.
 */
export async function renderSignature(
  template: string,
  author: NonNullable<TemplateValues['author']>,
  workspace: { site_name: string; root_url: string },
): Promise<string> {
  const filled =
    template.trim() === ''
      ? (author.signature ?? '')
      : await renderTemplate(template, { author, workspace }, 'text').catch(() => '')
  const lines = filled.trim().split(/\r?\n/)
  return filled.trim() === '' ? '' : `<p>-- <br>${lines.map(escapeHtml).join('<br>')}</p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
