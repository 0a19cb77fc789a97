import sanitize from 'sanitize-html'
import { droppedWithContent } from './allow-lists.ts'
import { depthGuard, htmlToTextHtml } from './depth-guard.ts'
import { sanitiseStyle } from './inline-style.ts'
import { safeImageUrl, safeLinkUrl } from './safe-url.ts'

/** What our editor produces: text, lists, quotes, code, links, images, simple tables. */
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
/** Makes a table look like one for recipients whose mail client adds no borders. */
const tableProperties = /^(?:border|border-collapse|padding|vertical-align)$/
const tableTags: ReadonlySet<string> = new Set(['table', 'td', 'th'])

export type AuthoredOptions = {
  keep_mentions?: boolean
  /** Maps an image URL (a path or on the web) to the URL to keep; null removes the image. */
  resolveImage: (address: string) => string | null
}

/**
 * Sanitises HTML written by agents (replies, notes, signatures, macros). Stricter than for mail: fewer elements, less
 * CSS, and images only from `cid:`, `data:` or where `resolveImage` allows them. Mentions keep `data-mention-*`,
 * unless the text goes to someone outside.
 */
export function sanitiseAuthored(
  html: string,
  { keep_mentions: keepMentions = true, resolveImage }: AuthoredOptions,
): string {
  try {
    return sanitize(html, authoredRules(keepMentions, resolveImage)).replaceAll('\0', '')
  } catch {
    return htmlToTextHtml(html)
  }
}

function authoredRules(
  keepMentions: boolean,
  resolveImage: AuthoredOptions['resolveImage'],
): sanitize.IOptions {
  return {
    ...depthGuard(),
    allowedTags: authoredTags,
    nonTextTags: [...droppedWithContent],
    allowedAttributes: {
      '*': ['style', 'dir', ...(keepMentions ? ['data-mention-id', 'data-mention-type'] : [])],
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
    transformTags: { '*': (tagName, raw) => authoredElement(tagName, raw, resolveImage) },
  }
}

function authoredElement(
  tagName: string,
  raw: sanitize.Attributes,
  resolveImage: AuthoredOptions['resolveImage'],
): sanitize.Tag {
  const { style, href, src, rel: _rel, target: _target, ...attribs } = raw
  const css = style ? authoredStyle(style, tagName) : ''
  if (css !== '') attribs.style = css
  const link = tagName === 'a' && href ? safeLinkUrl(href) : null
  if (link !== null)
    Object.assign(attribs, { href: link, target: '_blank', rel: 'noopener noreferrer nofollow' })
  const image = tagName === 'img' && src ? authoredImage(src, resolveImage) : null
  if (image !== null) attribs.src = image
  for (const name of ['width', 'height', 'colspan', 'rowspan', 'start', 'data-mention-id']) {
    if (attribs[name] !== undefined && !/^[\w%-]{1,40}$/.test(attribs[name])) delete attribs[name]
  }
  return { tagName, attribs }
}

function authoredImage(src: string, resolveImage: AuthoredOptions['resolveImage']): string | null {
  const url = safeImageUrl(src)
  if (url === null) return /^\s*\/(?!\/)/.test(src) ? resolveImage(src.trim()) : null
  if (url.kind === 'cid') return `cid:${encodeURIComponent(url.content_id)}`
  return url.kind === 'data' ? url.url : resolveImage(url.url)
}

function authoredStyle(style: string, tagName: string): string {
  const isKept = (property: string) =>
    authoredProperties.test(property) || (tableTags.has(tagName) && tableProperties.test(property))
  const declarations = sanitiseStyle(style).css.split(';')
  return declarations
    .filter((declaration) => isKept(declaration.slice(0, declaration.indexOf(':'))))
    .join(';')
}
