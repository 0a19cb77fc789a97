import sanitize from 'sanitize-html'
import { stripTags } from '../html/dom.ts'
import { elementHint, hintAttribute } from '../quotes/element-hints.ts'
import { allowedTags, copiedAttributes, droppedWithContent } from './allow-lists.ts'
import { depthGuard, htmlToTextHtml } from './depth-guard.ts'
import { sanitiseStyle } from './inline-style.ts'
import { safeImageUrl, safeLinkUrl } from './safe-url.ts'
import { declarationsFor, extractStyleText, parseStyleSheet, type StyleSheet } from './style-sheet.ts'

export type SanitiseOptions = {
  /** Where the browser finds the part with this Content-ID, or null when the mail has none. */
  cid: (contentId: string) => string | null
  /** Where the browser loads a remote image from once it is asked to, or null to drop it. */
  remote: (url: string) => string | null
  /** Leaves out images of one pixel, which only report that the mail was opened. */
  drop_tracking_pixels?: boolean
}

export type Sanitised = {
  html: string
  /** Remote images and backgrounds that wait to be asked for, tracking pixels included. */
  remote_images: number
  tracking_pixels: number
  /** Layout tables, backgrounds or fixed widths: to be shown in a frame of its own. */
  complex: boolean
}

/** Browsers flatten at 512; sanitised mail is put inside our own elements. */
const maxDepth = 256
/** What #element adds itself, besides style. */
const generatedAttributes = [
  'href',
  'src',
  'target',
  'rel',
  hintAttribute,
  'data-parley-src',
  'data-parley-background',
]
/** Longer HTML is shown as text. In characters. */
const maxHtmlLength = 8_000_000
const maxTags = 250_000
/** Style sheets written into attributes must not make a mail many times its size. In characters. */
const maxInlinedCss = 2_000_000

/**
 * Hostile HTML in, harmless HTML out: elements, attributes, CSS and addresses by allow-list; nothing that it holds
 * loads anything from elsewhere. Never throws: what can't be kept as HTML comes back as its text.
 */
export function sanitiseHtml(html: string, options: SanitiseOptions): Sanitised {
  if (html.length > maxHtmlLength) return fallbackToText(html)
  try {
    const page = new MailSanitiser(html, options)
    const clean = stripNul(sanitize(html, page.rules()))
    return isEmpty(clean) && !isEmpty(html) ? fallbackToText(html) : { html: clean, ...page.findings() }
  } catch {
    return fallbackToText(html)
  }
}

class MailSanitiser {
  readonly #options: SanitiseOptions
  readonly #sheet: StyleSheet
  readonly #styles = new Map<string, ReturnType<typeof sanitiseStyle>>()
  #tags = 0
  #inlined = 0
  #remoteImages = 0
  #trackingPixels = 0
  #complex = false

  constructor(html: string, options: SanitiseOptions) {
    this.#options = options
    this.#sheet = parseStyleSheet(extractStyleText(html))
    this.#complex = this.#sheet.isResponsive
  }

  findings(): Omit<Sanitised, 'html'> {
    return {
      remote_images: this.#remoteImages,
      tracking_pixels: this.#trackingPixels,
      complex: this.#complex,
    }
  }

  rules(): sanitize.IOptions {
    return {
      allowedTags: [...allowedTags],
      nonTextTags: [...droppedWithContent],
      allowedAttributes: { '*': ['style', ...generatedAttributes, ...copiedAttributes] },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowedSchemesByTag: { img: ['http', 'https', 'data'] },
      nestingLimit: maxDepth,
      // Ours: the library's parser of styles is slow and knows values by pattern only.
      parseStyleAttributes: false,
      ...depthGuard(),
      transformTags: { '*': (tag, attributes) => this.#element(tag, attributes) },
    }
  }

  #element(tag: string, raw: sanitize.Attributes): sanitize.Tag {
    this.#tags += 1
    if (this.#tags > maxTags) throw new Error(`More than ${maxTags} elements`)
    // The mail's own background and font are set on its body.
    const tagName = tag === 'body' && Object.keys(raw).length > 0 ? 'div' : tag
    if (!allowedTags.has(tagName)) return { tagName, attribs: {} }

    const attribs: sanitize.Attributes = {}
    for (const [name, value] of Object.entries(raw)) {
      if (copiedAttributes.has(name) && isSafeAttribute(name, value)) attribs[name] = value
    }
    const mark = elementHint(tag, raw[hintAttribute] === undefined ? raw : { ...raw, [hintAttribute]: '' })
    if (mark) attribs[hintAttribute] = mark
    this.#addStyle(tag, raw, attribs)
    if (tagName === 'a') addLink(raw, attribs)
    // A name that no list allows, which the library leaves out.
    if (tagName === 'img' && !this.#addImage(raw, attribs)) return { tagName: 'parley-dropped', attribs: {} }
    if (raw.background !== undefined) this.#addBackground(raw.background, attribs)
    this.#complex ||= isLayoutElement(tagName, attribs)
    return { tagName, attribs }
  }

  #addStyle(tag: string, raw: sanitize.Attributes, attribs: sanitize.Attributes): void {
    const own = raw.style ? this.#safeStyle(raw.style) : undefined
    let css =
      this.#inlined < maxInlinedCss ? declarationsFor(this.#sheet, tag, raw.class ?? '', raw.id ?? '') : ''
    this.#inlined += css.length
    if (own?.css) css = css === '' ? own.css : `${css};${own.css}`
    if (css !== '') attribs.style = css
    for (const url of own?.imageUrls ?? []) this.#addBackground(url, attribs)
  }

  /** Newsletters repeat a few styles thousands of times. */
  #safeStyle(style: string): ReturnType<typeof sanitiseStyle> {
    const known = this.#styles.get(style)
    if (known) return known
    const safe = sanitiseStyle(style)
    if (this.#styles.size < 5_000) this.#styles.set(style, safe)
    return safe
  }

  /** False when the image is to be left out. */
  #addImage(raw: sanitize.Attributes, attribs: sanitize.Attributes): boolean {
    const url = safeImageUrl(raw.src || firstSrcsetCandidate(raw.srcset ?? ''))
    if (url?.kind === 'data') attribs.src = url.url
    if (url?.kind === 'cid') {
      const src = this.#options.cid(url.content_id)
      if (src !== null) attribs.src = src
    }
    if (url?.kind !== 'remote') return true
    this.#remoteImages += 1
    if (isTrackingPixel(raw)) {
      this.#trackingPixels += 1
      if (this.#options.drop_tracking_pixels) return false
    }
    const src = this.#options.remote(url.url)
    if (src !== null) attribs['data-parley-src'] = src
    return true
  }

  #addBackground(raw: string, attribs: sanitize.Attributes): void {
    const url = safeImageUrl(raw)
    if (url?.kind !== 'remote') return
    this.#complex = true
    this.#remoteImages += 1
    const src = this.#options.remote(url.url)
    if (src !== null) attribs['data-parley-background'] = src
  }
}

function addLink(raw: sanitize.Attributes, attribs: sanitize.Attributes): void {
  const href = safeLinkUrl(raw.href ?? '')
  if (href === null) return
  attribs.href = href
  attribs.target = '_blank'
  attribs.rel = 'noopener noreferrer nofollow'
}

function isSafeAttribute(name: string, value: string): boolean {
  if (value.length > 1_000) return false
  if (name === 'alt' || name === 'title') return true
  if (name === 'colspan' || name === 'rowspan') return /^\d{1,3}$/.test(value)
  return /^[\w\s#%.,-]*$/.test(value)
}

function firstSrcsetCandidate(srcset: string): string {
  return srcset.slice(0, 8_000).trim().split(/[\s,]/, 1)[0] ?? ''
}

const tinySize = /^\s*[01](?:px)?\s*$/
const tinyWidth = /(?:^|[;\s])width\s*:\s*[01](?:px)?\s*(?:!|;|$)/i
const tinyHeight = /(?:^|[;\s])height\s*:\s*[01](?:px)?\s*(?:!|;|$)/i

function isTrackingPixel({ width = '', height = '', style = '' }: sanitize.Attributes): boolean {
  const css = style.slice(0, 400)
  if (/display\s*:\s*none/i.test(css)) return true
  return (tinySize.test(width) || tinyWidth.test(css)) && (tinySize.test(height) || tinyHeight.test(css))
}

/** A table or box that draws a page: fixed and wide, or coloured. A small table of figures is none. */
function isLayoutElement(tag: string, attribs: sanitize.Attributes): boolean {
  const style = attribs.style ?? ''
  const wide = /(?:^|;)(?:min-|max-)?width:\s?(\d{3,})(?:\.\d+)?px/.exec(style)?.[1] ?? attribs.width
  if (tag !== 'img' && Number.parseInt(wide ?? '', 10) >= 400 && !wide?.endsWith('%')) return true
  if (tag !== 'table' && tag !== 'td' && tag !== 'div') return false
  return attribs.bgcolor !== undefined || (tag === 'table' && /(?:^|;)background(?:-color)?:/.test(style))
}

/** The mail as its text, when its HTML is too big, too deep or hides everything. */
function fallbackToText(html: string): Sanitised {
  return { html: htmlToTextHtml(html), remote_images: 0, tracking_pixels: 0, complex: false }
}

function isEmpty(html: string): boolean {
  return !/<img\s/i.test(html) && !/[^\s\u00a0]/.test(stripTags(html).replaceAll('&nbsp;', ''))
}

function stripNul(text: string): string {
  return text.replaceAll('\0', '')
}
