import { createHash } from 'node:crypto'
import { contrastRatio, readableOn } from '@parley/contract/templates/template-colors'
import { escapeHtml } from './escape-html.ts'
import { publicPageStyle } from './public-page-style.ts'

/** Workspace data for a page outside the app. */
export type PublicPage = {
  site_name: string
  /** Absolute URL, or empty. */
  logo_url: string
  /** Of buttons and what is selected, as #rrggbb; Parley's if omitted. */
  color?: string
  language: string
  texts: Record<string, string>
}

/** A page that an email links to; `body` is HTML. */
export const renderPublicPage = (page: PublicPage, title: string, body: string): string => `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${publicText(page, title)} · ${escapeHtml(page.site_name)}</title>
<style>${publicPageStyle}</style>${page.color ? `<style>${brandStyle(page.color)}</style>` : ''}</head><body><main><p class="brand">${renderBrand(page)}</p><h1>${publicText(page, title)}</h1>${body}</main></body></html>`

export const publicText = ({ texts }: PublicPage, key: string): string => escapeHtml(texts[key] ?? '')

const renderBrand = ({ site_name, logo_url }: PublicPage) =>
  logo_url ? `<img src="${escapeHtml(logo_url)}" alt="${escapeHtml(site_name)}">` : escapeHtml(site_name)

/** A brand's colour, as far as it can be read: text needs a contrast of 4.5, borders of 3 (WCAG 1.4.3, 1.4.11). */
function brandStyle(color: string): string {
  const onCard = (card: string) => {
    const contrast = contrastRatio(color, card)
    return `${contrast >= 3 ? `--accent:${color};` : ''}${contrast >= 5 ? `--text:${color};` : ''}`
  }
  return `:root{--button:${color};--on-button:${readableOn(color)};--chosen:color-mix(in oklab,${color} 9%,var(--card));${onCard('#ffffff')}}
@media (prefers-color-scheme:dark){:root{--accent:oklch(.56 .195 277);--text:oklch(.79 .11 280);${onCard('#1b1d22')}}}`
}

const styleHash = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Content security policy: only these styles, the workspace's logo and the form itself; no scripts, no framing. */
export function publicPagePolicy({ logo_url, color }: PublicPage): string {
  const styles = [publicPageStyle, ...(color ? [brandStyle(color)] : [])].map(styleHash).join(' ')
  const logoOrigin = URL.canParse(logo_url) ? ` ${new URL(logo_url).origin}` : ''
  return `default-src 'none'; style-src ${styles}; img-src 'self'${logoOrigin}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}
