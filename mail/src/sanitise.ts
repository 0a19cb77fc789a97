import sanitize from 'sanitize-html'
import { withoutTags } from './html-dom.ts'
import { markAttribute, markOf } from './quotes-marks.ts'
import { depthGuard, textAsHtml } from './sanitise-guard.ts'
import { allowedTags, copiedAttributes, droppedWithContent } from './sanitise-policy.ts'
import { readSheet, type Sheet, sheetStyle, styleTexts } from './sanitise-sheet.ts'
import { safeStyle } from './sanitise-style.ts'
import { safeImageUrl, safeLinkUrl } from './sanitise-url.ts'

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
const deepest = 256
/** What #element adds itself, besides style. */
const ownAttributes = [
  'href',
  'src',
  'target',
  'rel',
  markAttribute,
  'data-parley-src',
  'data-parley-background',
]
/** Longer HTML is shown as text. In characters. */
const mostHtml = 8_000_000
const mostTags = 250_000
/** Style sheets written into attributes must not make a mail many times its size. In characters. */
const mostInlined = 2_000_000

/**
 * Hostile HTML in, harmless HTML out: elements, attributes, CSS and addresses by allow-list; nothing that it holds
 * loads anything from elsewhere. Never throws: what can't be kept as HTML comes back as its text.
 */
export function sanitiseHtml(html: string, options: SanitiseOptions): Sanitised {
  if (html.length > mostHtml) return asText(html)
  try {
    const page = new MailPage(html, options)
    const clean = withoutNul(sanitize(html, page.rules()))
    return isEmpty(clean) && !isEmpty(html) ? asText(html) : { html: clean, ...page.findings() }
  } catch {
    return asText(html)
  }
}

class MailPage {
  readonly #options: SanitiseOptions
  readonly #sheet: Sheet
  readonly #styles = new Map<string, ReturnType<typeof safeStyle>>()
  #tags = 0
  #inlined = 0
  #remoteImages = 0
  #trackingPixels = 0
  #complex = false

  constructor(html: string, options: SanitiseOptions) {
    this.#options = options
    this.#sheet = readSheet(styleTexts(html))
    this.#complex = this.#sheet.responsive
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
      allowedAttributes: { '*': ['style', ...ownAttributes, ...copiedAttributes] },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowedSchemesByTag: { img: ['http', 'https', 'data'] },
      nestingLimit: deepest,
      // Ours: the library's parser of styles is slow and knows values by pattern only.
      parseStyleAttributes: false,
      ...depthGuard(),
      transformTags: { '*': (tag, attributes) => this.#element(tag, attributes) },
    }
  }

  #element(tag: string, raw: sanitize.Attributes): sanitize.Tag {
    this.#tags += 1
    if (this.#tags > mostTags) throw new Error(`More than ${mostTags} elements`)
    // The mail's own background and font are set on its body.
    const tagName = tag === 'body' && Object.keys(raw).length > 0 ? 'div' : tag
    if (!allowedTags.has(tagName)) return { tagName, attribs: {} }

    const attribs: sanitize.Attributes = {}
    for (const [name, value] of Object.entries(raw)) {
      if (copiedAttributes.has(name) && isSafeAttribute(name, value)) attribs[name] = value
    }
    const mark = markOf(tag, raw[markAttribute] === undefined ? raw : { ...raw, [markAttribute]: '' })
    if (mark) attribs[markAttribute] = mark
    this.#addStyle(tag, raw, attribs)
    if (tagName === 'a') addLink(raw, attribs)
    // A name that no list allows, which the library leaves out.
    if (tagName === 'img' && !this.#addImage(raw, attribs)) return { tagName: 'parley-dropped', attribs: {} }
    if (raw.background !== undefined) this.#addBackground(raw.background, attribs)
    this.#complex ||= isLayout(tagName, attribs)
    return { tagName, attribs }
  }

  #addStyle(tag: string, raw: sanitize.Attributes, attribs: sanitize.Attributes): void {
    const own = raw.style ? this.#safeStyle(raw.style) : undefined
    let css = this.#inlined < mostInlined ? sheetStyle(this.#sheet, tag, raw.class ?? '', raw.id ?? '') : ''
    this.#inlined += css.length
    if (own?.css) css = css === '' ? own.css : `${css};${own.css}`
    if (css !== '') attribs.style = css
    for (const url of own?.images ?? []) this.#addBackground(url, attribs)
  }

  /** Newsletters repeat a few styles thousands of times. */
  #safeStyle(style: string): ReturnType<typeof safeStyle> {
    const known = this.#styles.get(style)
    if (known) return known
    const safe = safeStyle(style)
    if (this.#styles.size < 5_000) this.#styles.set(style, safe)
    return safe
  }

  /** False when the image is to be left out. */
  #addImage(raw: sanitize.Attributes, attribs: sanitize.Attributes): boolean {
    const url = safeImageUrl(raw.src || firstCandidate(raw.srcset ?? ''))
    if (url?.kind === 'data') attribs.src = url.url
    if (url?.kind === 'cid') {
      const src = this.#options.cid(url.content_id)
      if (src !== null) attribs.src = src
    }
    if (url?.kind !== 'remote') return true
    this.#remoteImages += 1
    if (isPixel(raw)) {
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

function firstCandidate(srcset: string): string {
  return srcset.slice(0, 8_000).trim().split(/[\s,]/, 1)[0] ?? ''
}

const tiny = /^\s*[01](?:px)?\s*$/
const tinyWidth = /(?:^|[;\s])width\s*:\s*[01](?:px)?\s*(?:!|;|$)/i
const tinyHeight = /(?:^|[;\s])height\s*:\s*[01](?:px)?\s*(?:!|;|$)/i

function isPixel({ width = '', height = '', style = '' }: sanitize.Attributes): boolean {
  const css = style.slice(0, 400)
  if (/display\s*:\s*none/i.test(css)) return true
  return (tiny.test(width) || tinyWidth.test(css)) && (tiny.test(height) || tinyHeight.test(css))
}

/** A table or box that draws a page: fixed and wide, or coloured. A small table of figures is none. */
function isLayout(tag: string, attribs: sanitize.Attributes): boolean {
  const style = attribs.style ?? ''
  const wide = /(?:^|;)(?:min-|max-)?width:\s?(\d{3,})(?:\.\d+)?px/.exec(style)?.[1] ?? attribs.width
  if (tag !== 'img' && Number.parseInt(wide ?? '', 10) >= 400 && !wide?.endsWith('%')) return true
  if (tag !== 'table' && tag !== 'td' && tag !== 'div') return false
  return attribs.bgcolor !== undefined || (tag === 'table' && /(?:^|;)background(?:-color)?:/.test(style))
}

/** The mail as its text, when its HTML is too big, too deep or hides everything. */
function asText(html: string): Sanitised {
  return { html: textAsHtml(html), remote_images: 0, tracking_pixels: 0, complex: false }
}

function isEmpty(html: string): boolean {
  return !/<img\s/i.test(html) && !/[^\s\u00a0]/.test(withoutTags(html).replaceAll('&nbsp;', ''))
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}
