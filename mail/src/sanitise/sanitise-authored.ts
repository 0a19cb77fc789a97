import sanitize from 'sanitize-html'
import { droppedWithContent } from './allow-lists.ts'
import { depthGuard, htmlToTextHtml } from './depth-guard.ts'
import { sanitiseStyle } from './inline-style.ts'
import { safeImageUrl, safeLinkUrl } from './safe-url.ts'

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
/** What makes a table look like one to people whose mail program gives it no borders. */
const tableProperties = /^(?:border|border-collapse|padding|vertical-align)$/
const tableTags: ReadonlySet<string> = new Set(['table', 'td', 'th'])

export type AuthoredOptions = {
  keep_mentions?: boolean
  /** The address of an image, a path or on the web, as it may be kept; null drops it. */
  resolveImage: (address: string) => string | null
}

/**
 * Cleans what an agent wrote (replies, notes, signatures, macros). Narrower than for mail: few elements, little
 * CSS, images from `cid:`, `data:` or where `picture` allows it. Mentions keep `data-mention-*`, unless it goes to somebody outside.
 */
export function sanitiseAuthored(
  html: string,
  { keep_mentions: mentions = true, resolveImage: picture }: AuthoredOptions,
): string {
  try {
    return sanitize(html, authoredRules(mentions, picture)).replaceAll('\0', '')
  } catch {
    return htmlToTextHtml(html)
  }
}

function authoredRules(mentions: boolean, picture: AuthoredOptions['resolveImage']): sanitize.IOptions {
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
    transformTags: { '*': (tagName, raw) => authoredElement(tagName, raw, picture) },
  }
}

function authoredElement(
  tagName: string,
  raw: sanitize.Attributes,
  picture: AuthoredOptions['resolveImage'],
): sanitize.Tag {
  const { style, href, src, rel: _rel, target: _target, ...attribs } = raw
  const css = style ? authoredStyle(style, tagName) : ''
  if (css !== '') attribs.style = css
  const link = tagName === 'a' && href ? safeLinkUrl(href) : null
  if (link !== null)
    Object.assign(attribs, { href: link, target: '_blank', rel: 'noopener noreferrer nofollow' })
  const image = tagName === 'img' && src ? authoredImage(src, picture) : null
  if (image !== null) attribs.src = image
  for (const name of ['width', 'height', 'colspan', 'rowspan', 'start', 'data-mention-id']) {
    if (attribs[name] !== undefined && !/^[\w%-]{1,40}$/.test(attribs[name])) delete attribs[name]
  }
  return { tagName, attribs }
}

function authoredImage(src: string, picture: AuthoredOptions['resolveImage']): string | null {
  const url = safeImageUrl(src)
  if (url === null) return /^\s*\/(?!\/)/.test(src) ? picture(src.trim()) : null
  if (url.kind === 'cid') return `cid:${encodeURIComponent(url.content_id)}`
  return url.kind === 'data' ? url.url : picture(url.url)
}

function authoredStyle(style: string, tagName: string): string {
  const isKept = (property: string) =>
    authoredProperties.test(property) || (tableTags.has(tagName) && tableProperties.test(property))
  const declarations = sanitiseStyle(style).css.split(';')
  return declarations.filter((one) => isKept(one.slice(0, one.indexOf(':')))).join(';')
}
