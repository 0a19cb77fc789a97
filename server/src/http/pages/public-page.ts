import { createHash } from 'node:crypto'
import { escapeHtml } from './escape-html.ts'
import { publicPageStyle } from './public-page-style.ts'

/** Workspace data for a page outside the app. */
export type PublicPage = {
  site_name: string
  /** Absolute URL, or empty. */
  logo_url: string
  language: string
  texts: Record<string, string>
}

/** A page that an email links to; `body` is HTML. */
export const renderPublicPage = (page: PublicPage, title: string, body: string): string => `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${publicText(page, title)} · ${escapeHtml(page.site_name)}</title>
<style>${publicPageStyle}</style></head><body><main><p class="brand">${renderBrand(page)}</p><h1>${publicText(page, title)}</h1>${body}</main></body></html>`

export const publicText = ({ texts }: PublicPage, key: string): string => escapeHtml(texts[key] ?? '')

const renderBrand = ({ site_name, logo_url }: PublicPage) =>
  logo_url ? `<img src="${escapeHtml(logo_url)}" alt="${escapeHtml(site_name)}">` : escapeHtml(site_name)

const styleHash = createHash('sha256').update(publicPageStyle).digest('base64')

/** Content security policy: only this style, the workspace's logo and the form itself; no scripts, no framing. */
export function publicPagePolicy({ logo_url }: PublicPage): string {
  const logoOrigin = URL.canParse(logo_url) ? ` ${new URL(logo_url).origin}` : ''
  return `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'${logoOrigin}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}
