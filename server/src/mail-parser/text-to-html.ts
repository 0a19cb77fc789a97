import { escapeHtml } from '@parley/mail/html/escape-html'
import { foldText } from '@parley/mail/quotes/fold-quotes'
import { safeLinkUrl } from '@parley/mail/sanitise/safe-url'

/**
 * Converts a text-only mail to HTML: keeps line breaks, links URLs, and folds quotes and signature as in HTML mails.
 */
export function textToHtml(text: string): string {
  return foldText(text)
    .segments.map(({ kind, text }) => {
      const fold = kind === 'visible' ? '' : ` data-parley-fold="${kind}"`
      return `<div${fold} style="white-space:pre-wrap">${linkUrls(text.replace(/\r\n?/g, '\n'))}</div>`
    })
    .join('')
}

/** Trailing punctuation belongs to the sentence. */
const urlPattern = /https?:\/\/[^\s<>"]{1,2000}[^\s<>"'.,;:!?)\]}*_]/gi

function linkUrls(text: string): string {
  let html = ''
  let from = 0
  for (const { 0: url, index } of text.matchAll(urlPattern)) {
    const href = safeLinkUrl(url)
    if (!href) continue
    html += `${escapeHtml(text.slice(from, index))}<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer nofollow">${escapeHtml(url)}</a>`
    from = index + url.length
  }
  return html + escapeHtml(text.slice(from))
}
