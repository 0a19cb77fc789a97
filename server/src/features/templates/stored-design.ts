import { createHash } from 'node:crypto'
import { renderDesign } from '@parley/contract/templates/render-design'
import { TemplateDesign } from '@parley/contract/templates/template-design'
import { sanitiseAuthored } from '@parley/mail/sanitise/sanitise-authored'

/** With a hash of the body that was made from it, so that a body that was edited as code isn't overwritten by an older design. */
type StoredDesign = { design: unknown; body_hash: string }

/** The design of a template; null if its body is not what the visual editor made. */
export function readStoredDesign(row: { body: string; design: unknown }): TemplateDesign | null {
  const stored = row.design as StoredDesign | null // written by storeDesign
  if (stored?.body_hash !== hashOf(row.body)) return null
  // jsonb doesn't keep the order of keys; parsing restores it.
  return TemplateDesign.safeParse(stored.design).data ?? null
}

export const toStoredDesign = (design: TemplateDesign, body: string): StoredDesign => ({
  design,
  body_hash: hashOf(body),
})

/** The design with clean texts, and its body. */
export function renderCleanDesign(design: TemplateDesign): { design: TemplateDesign; body: string } {
  const cleaned = {
    ...design,
    blocks: design.blocks.map((block) =>
      block.type === 'text' ? { ...block, html: cleanText(block.html) } : block,
    ),
  }
  return { design: cleaned, body: renderDesign(cleaned) }
}

/** Without pictures: recipients could not open uploads. */
const cleanText = (html: string) =>
  sanitiseAuthored(html, { keep_mentions: false, resolveImage: () => null }).replace(
    /<img\b(?:[^>"]|"[^"]*")*>/gi,
    '',
  )

const hashOf = (body: string) => createHash('sha256').update(body).digest('hex')
