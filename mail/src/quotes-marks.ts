/** What an element says about the text in it. The sanitiser keeps it as an attribute when it drops class and id. */
export type Mark = 'quote' | 'indent' | 'attribution' | 'header' | 'signature'

export const markAttribute = 'data-parley-mark'

const marksOfNames: Record<string, Mark> = {
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

// Programs that store or forward a mail prefix its names: "x_" (Outlook), "m_123" (Gmail), "ydp1a2b" (Yahoo).
const storedPrefix = /^(?:x_|m_-?\d+|ydp[0-9a-f]{6,16})+/

export function markOf(tag: string, attributes: Readonly<Record<string, string>>): Mark | null {
  const kept = attributes[markAttribute]
  if (kept && isMark(kept)) return kept
  for (const name of `${attributes.class ?? ''} ${attributes.id ?? ''}`
    .slice(0, 400)
    .toLowerCase()
    .split(/\s+/)) {
    const mark = marksOfNames[name.replace(storedPrefix, '')]
    if (mark) return mark
  }
  if (attributes['data-smartmail'] === 'gmail_signature') return 'signature'
  const style = (attributes.style ?? '').slice(0, 400).toLowerCase()
  if (tag === 'blockquote') return isIndent(attributes, style) ? 'indent' : 'quote'
  // Outlook for the desktop draws this line above From, Sent, To and Subject.
  if (/border-top:\s?solid\s#(?:e1e1e1|b5c4df)/.test(style)) return 'header'
  return null
}

function isMark(value: string): value is Mark {
  return ['quote', 'indent', 'attribution', 'header', 'signature'].includes(value)
}

/** Editors indent with a blockquote without a border. */
function isIndent(attributes: Readonly<Record<string, string>>, style: string): boolean {
  if (attributes.type === 'cite' || attributes.class) return false
  return /border(?:-left)?:\s?(?:none|medium none|0)/.test(style)
}
