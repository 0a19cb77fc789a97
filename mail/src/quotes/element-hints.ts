/** What an element reveals about its text. The sanitiser keeps it as an attribute when it removes class and id. */
export type ElementHint = 'quote' | 'indent' | 'attribution' | 'header' | 'signature'

export const hintAttribute = 'data-parley-mark'

const hintsByName: Record<string, ElementHint> = {
  gmail_attr: 'attribution',
  'moz-cite-prefix': 'attribution',
  'reply-intro': 'attribution',
  yahoo_quoted: 'quote',
  protonmail_quote: 'quote',
  tutanota_quote: 'quote',
  zmail_extra: 'quote',
  'ms-outlook-mobile-reference-message': 'quote',
  divrplyfwdmsg: 'header',
  outlookmessageheader: 'header',
  gmail_signature: 'signature',
  'moz-signature': 'signature',
  protonmail_signature_block: 'signature',
  signature: 'signature',
  applemailsignature: 'signature',
  'ms-outlook-mobile-signature': 'signature',
  lineclear: 'signature',
}

// Clients prefix class names and ids when they store or forward a mail: "x_" (Outlook), "m_123" (Gmail), "ydp1a2b"
// (Yahoo).
const rewrittenNamePrefix = /^(?:x_|m_-?\d+|ydp[0-9a-f]{6,16})+/

export function elementHint(tag: string, attributes: Readonly<Record<string, string>>): ElementHint | null {
  const keptHint = attributes[hintAttribute]
  if (keptHint && isElementHint(keptHint)) return keptHint
  for (const name of `${attributes.class ?? ''} ${attributes.id ?? ''}`
    .slice(0, 400)
    .toLowerCase()
    .split(/\s+/)) {
    const hint = hintsByName[name.replace(rewrittenNamePrefix, '')]
    if (hint) return hint
  }
  if (attributes['data-smartmail'] === 'gmail_signature') return 'signature'
  const style = (attributes.style ?? '').slice(0, 400).toLowerCase()
  if (tag === 'blockquote') return isIndentation(attributes, style) ? 'indent' : 'quote'
  // Outlook for desktop draws this line above From, Sent, To and Subject.
  if (/border-top:\s?solid\s#(?:e1e1e1|b5c4df)/.test(style)) return 'header'
  return null
}

function isElementHint(value: string): value is ElementHint {
  return ['quote', 'indent', 'attribution', 'header', 'signature'].includes(value)
}

/** Editors use a blockquote without a border to indent. */
function isIndentation(attributes: Readonly<Record<string, string>>, style: string): boolean {
  if (attributes.type === 'cite' || attributes.class) return false
  return /border(?:-left)?:\s?(?:none|medium none|0)/.test(style)
}
