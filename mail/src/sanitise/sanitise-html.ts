import sanitize from 'sanitize-html'
import { stripTags } from '../html/dom.ts'
import { elementHint, hintAttribute } from '../quotes/element-hints.ts'
import { allowedTags, copiedAttributes, droppedWithContent } from './allow-lists.ts'
import { depthGuard, htmlToTextHtml } from './depth-guard.ts'
import { sanitiseStyle } from './inline-style.ts'
import { safeImageUrl, safeLinkUrl } from './safe-url.ts'
import { declarationsFor, extractStyleText, parseStyleSheet, type StyleSheet } from './style-sheet.ts'

export type SanitiseOptions = {
  /** Returns the URL of the part with this Content-ID, or null if the mail has none. */
  cid: (contentId: string) => string | null
  /** Returns the URL from which the browser loads a remote image on request, or null to remove it. */
  remote: (url: string) => string | null
  /** Removes one-pixel images, which only report that the mail was opened. */
  drop_tracking_pixels?: boolean
}

export type Sanitised = {
  html: string
  /** Remote images and backgrounds that are blocked until requested, tracking pixels included. */
  remote_images: number
  tracking_pixels: number
  /** Has layout tables, backgrounds or fixed widths, so it is shown in a frame of its own. */
  complex: boolean
}

/** Browsers flatten at 512, and sanitised mail is nested in our own elements. */
const maxDepth = 256
/** Attributes that #element adds itself, besides style. */
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
/** Inlined style sheets must not multiply the size of a mail. In characters. */
const maxInlinedCss = 2_000_000

/**
 * Turns hostile HTML into harmless HTML: elements, attributes, CSS and URLs by allow-list; nothing in the result
 * loads remote content. Never throws: what cannot be kept as HTML is returned as text.
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
      // We parse styles ourselves: the library's parser is slow and matches values only by pattern.
      parseStyleAttributes: false,
      ...depthGuard(),
      transformTags: { '*': (tag, attributes) => this.#element(tag, attributes) },
    }
  }

  #element(tag: string, raw: sanitize.Attributes): sanitize.Tag {
    this.#tags += 1
    if (this.#tags > maxTags) throw new Error(`More than ${maxTags} elements`)
    // The mail's background and font are set on its body.
    const tagName = tag === 'body' && Object.keys(raw).length > 0 ? 'div' : tag
    if (!allowedTags.has(tagName)) return { tagName, attribs: {} }

    const attribs: sanitize.Attributes = {}
    for (const [name, value] of Object.entries(raw)) {
      if (copiedAttributes.has(name) && isSafeAttribute(name, value)) attribs[name] = value
    }
    const hint = elementHint(tag, raw[hintAttribute] === undefined ? raw : { ...raw, [hintAttribute]: '' })
    if (hint) attribs[hintAttribute] = hint
    this.#addStyle(tag, raw, attribs)
    if (tagName === 'a') addLink(raw, attribs)
    // Not on the allow-list, so the library removes it.
    if (tagName === 'img' && !this.#addImage(raw, attribs)) return { tagName: 'parley-dropped', attribs: {} }
    if (raw.background !== undefined) this.#addBackground(raw.background, attribs)
    this.#complex ||= isLayoutElement(tagName, attribs)
    return { tagName, attribs }
  }

  #addStyle(tag: string, raw: sanitize.Attributes, attribs: sanitize.Attributes): void {
    const inlineStyle = raw.style ? this.#safeStyle(raw.style) : undefined
    let css =
      this.#inlined < maxInlinedCss ? declarationsFor(this.#sheet, tag, raw.class ?? '', raw.id ?? '') : ''
    this.#inlined += css.length
    if (inlineStyle?.css) css = css === '' ? inlineStyle.css : `${css};${inlineStyle.css}`
    if (css !== '') attribs.style = css
    for (const url of inlineStyle?.imageUrls ?? []) this.#addBackground(url, attribs)
  }

  /** Cached: newsletters repeat a few styles thousands of times. */
  #safeStyle(style: string): ReturnType<typeof sanitiseStyle> {
    const cached = this.#styles.get(style)
    if (cached) return cached
    const safe = sanitiseStyle(style)
    if (this.#styles.size < 5_000) this.#styles.set(style, safe)
    return safe
  }

  /** Returns false if the image should be removed. */
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

/** Whether a table or box lays out a page: fixed and wide, or coloured. A small data table does not. */
function isLayoutElement(tag: string, attribs: sanitize.Attributes): boolean {
  const style = attribs.style ?? ''
  const wide = /(?:^|;)(?:min-|max-)?width:\s?(\d{3,})(?:\.\d+)?px/.exec(style)?.[1] ?? attribs.width
  if (tag !== 'img' && Number.parseInt(wide ?? '', 10) >= 400 && !wide?.endsWith('%')) return true
  if (tag !== 'table' && tag !== 'td' && tag !== 'div') return false
  return attribs.bgcolor !== undefined || (tag === 'table' && /(?:^|;)background(?:-color)?:/.test(style))
}

/** The mail as text, if its HTML is too large, too deep or hides everything. */
function fallbackToText(html: string): Sanitised {
  return { html: htmlToTextHtml(html), remote_images: 0, tracking_pixels: 0, complex: false }
}

function isEmpty(html: string): boolean {
  return !/<img\s/i.test(html) && !/[^\s\u00a0]/.test(stripTags(html).replaceAll('&nbsp;', ''))
}

function stripNul(text: string): string {
  return text.replaceAll('\0', '')
}
