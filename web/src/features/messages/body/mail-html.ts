/** How to prepare sanitised email HTML for display. */
export type MailHtmlOptions = {
  /** The proxied URL of a remote image; null until the reader loads remote images. */
  remoteImageUrl: ((url: string) => string) | null
  foldLabel: string
}

const prepared = new WeakMap<object, { foldLabel: string; html: string }>()

/**
 * The HTML of a message without its remote images. Prepared once per version of a message, or opening its conversation again would
 * parse every email twice.
 */
export function preparedMailHtml(message: { content: string }, foldLabel: string): string {
  const existing = prepared.get(message)
  if (existing?.foldLabel === foldLabel) return existing.html
  const html = prepareMailHtml(message.content, { remoteImageUrl: null, foldLabel })
  prepared.set(message, { foldLabel, html })
  return html
}

/**
 * Prepares the server's sanitised HTML: folds history and signatures, loads images lazily and remote ones only on
 * request, and opens links in a new tab. Folds are <details>, which work by keyboard and in a frame without scripts.
 */
export function prepareMailHtml(html: string, { remoteImageUrl, foldLabel }: MailHtmlOptions): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const image of page.querySelectorAll('img')) prepareImage(image, remoteImageUrl)
  if (remoteImageUrl)
    for (const element of page.querySelectorAll('[data-parley-background]'))
      setBackground(element, remoteImageUrl)
  for (const link of page.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer nofollow')
  }
  for (const folded of page.querySelectorAll('[data-parley-fold]')) fold(page, folded, foldLabel)
  return page.body.innerHTML
}

function prepareImage(image: HTMLImageElement, remote: MailHtmlOptions['remoteImageUrl']) {
  image.loading = 'lazy'
  image.decoding = 'async'
  if (!image.hasAttribute('alt')) image.alt = ''
  const url = image.dataset.parleySrc
  if (!url) return
  if (remote) image.src = remote(url)
  else showPlaceholder(image)
}

/** Keeps the space of a remote image. Images of one or two pixels are tracking pixels and are removed. */
function showPlaceholder(image: HTMLImageElement) {
  const small = ['width', 'height'].some((side) => Number(image.getAttribute(side) ?? 9) <= 2)
  if (small) image.remove()
  image.classList.add('waiting')
  image.title = image.alt
  // Without a source, browsers show a broken image.
  image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
}

function setBackground(element: Element, remote: (url: string) => string) {
  const url = element.getAttribute('data-parley-background')
  if (url && element instanceof HTMLElement) element.style.backgroundImage = `url("${remote(url)}")`
}

/** A nested fold would hide its content twice. */
function fold(page: Document, folded: Element, label: string) {
  if (folded.parentElement?.closest('[data-parley-fold], details.fold')) return
  if (!folded.textContent?.trim() && !folded.querySelector('img')) return
  trimBefore(folded)
  const details = page.createElement('details')
  details.className = 'fold'
  const summary = page.createElement('summary')
  summary.setAttribute('aria-label', label)
  summary.title = label
  summary.textContent = '•••'
  folded.replaceWith(details)
  details.append(summary, folded)
}

/** In pre-wrap text, empty lines before a fold would remain visible. */
function trimBefore(folded: Element) {
  const before = folded.previousElementSibling
  const last = before?.lastChild
  if (before instanceof HTMLElement && before.style.whiteSpace === 'pre-wrap' && last instanceof Text)
    last.data = last.data.trimEnd()
}
