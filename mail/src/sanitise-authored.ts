import sanitize from 'sanitize-html'
import { depthGuard, textAsHtml } from './sanitise-guard.ts'
import { droppedWithContent } from './sanitise-policy.ts'
import { safeStyle } from './sanitise-style.ts'
import { safeImageUrl, safeLinkUrl } from './sanitise-url.ts'

/** What our editor writes: text, lists, quotes, code, links, images, simple tables. */
const authoredTags = [
  ...[
    'a',
    'b',
    'blockquote',
    'br',
    'code',
    'col',
    'colgroup',
    'del',
    'div',
    'em',
    'h1',
    'h2',
    'h3',
    'hr',
    'i',
    'img',
  ],
  ...[
    'li',
    'mark',
    'ol',
    'p',
    'pre',
    's',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
  ],
  ...['u', 'ul'],
]
const authoredProperties = /^(?:background-color|color|font-family|font-size|height|text-align|width)$/

/**
 * Cleans what an agent wrote (replies, notes, signatures, macros). Narrower than for mail: few elements, little
 * CSS, images from our own server, from `cid:` or from the web. Mentions keep `data-mention-*`, unless it goes to somebody outside.
 */
export function sanitiseAuthored(html: string, { mentions = true } = {}): string {
  try {
    return sanitize(html, authoredRules(mentions)).replaceAll('\0', '')
  } catch {
    return textAsHtml(html)
  }
}

function authoredRules(mentions: boolean): sanitize.IOptions {
  return {
    ...depthGuard(),
    allowedTags: authoredTags,
    nonTextTags: [...droppedWithContent],
    allowedAttributes: {
      '*': ['style', 'dir', ...(mentions ? ['data-mention-id', 'data-mention-type'] : [])],
      a: ['href', 'rel', 'target', 'title'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data', 'cid'] },
    nestingLimit: 100,
    parseStyleAttributes: false,
    transformTags: { '*': authoredElement },
  }
}

function authoredElement(tagName: string, raw: sanitize.Attributes): sanitize.Tag {
  const { style, href, src, rel: _rel, target: _target, ...attribs } = raw
  const css = style ? authoredStyle(style) : ''
  if (css !== '') attribs.style = css
  const link = tagName === 'a' && href ? safeLinkUrl(href) : null
  if (link !== null)
    Object.assign(attribs, { href: link, target: '_blank', rel: 'noopener noreferrer nofollow' })
  const image = tagName === 'img' && src ? authoredImage(src) : null
  if (image !== null) attribs.src = image
  for (const name of ['width', 'height', 'colspan', 'rowspan', 'start', 'data-mention-id']) {
    if (attribs[name] !== undefined && !/^[\w%-]{1,40}$/.test(attribs[name])) delete attribs[name]
  }
  return { tagName, attribs }
}

function authoredImage(src: string): string | null {
  // Uploads: a path on our own server, never "//host".
  if (/^\/[a-z0-9][\w./-]*(?:\?[\w=&.-]*)?$/i.test(src)) return src
  const url = safeImageUrl(src)
  if (url === null) return null
  return url.kind === 'cid' ? `cid:${encodeURIComponent(url.content_id)}` : url.url
}

function authoredStyle(style: string): string {
  const declarations = safeStyle(style).css.split(';')
  return declarations.filter((one) => authoredProperties.test(one.slice(0, one.indexOf(':')))).join(';')
}
