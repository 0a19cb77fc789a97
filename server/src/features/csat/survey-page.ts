import { createHash } from 'node:crypto'
import { escapeHtml } from '../notifications/footer.ts'
import { surveyStyle } from './survey-style.ts'

export type SurveyPage = {
  site_name: string
  /** Absolute, or empty. */
  logo_url: string
  language: string
  texts: Record<string, string>
}

/** Asks for a rating. `rating` is the one chosen in the mail, or given before; nothing is taken down until it is sent. */
export const askingPage = (
  page: SurveyPage,
  asked: {
    subject: string
    reference_number: string
    rating: number | null
    comment: string
    refused: boolean
  },
): string =>
  wholePage(
    page,
    'csat.page.ask',
    `<p class="about">${filled(page, 'csat.page.about', { number: asked.reference_number, subject: asked.subject })}</p>
${asked.refused ? `<p class="refused" role="alert" id="refused">${text(page, 'csat.page.choose')}</p>` : ''}
<form method="post">
<fieldset${asked.refused ? ' aria-describedby="refused"' : ''}><legend>${text(page, 'csat.page.rating')}</legend>
<div class="ratings">${[1, 2, 3, 4, 5].map((rating) => choice(page, rating, asked.rating)).join('')}</div></fieldset>
<label for="feedback">${text(page, 'csat.page.comment')} <span>${text(page, 'csat.page.optional')}</span></label>
<textarea id="feedback" name="feedback" rows="4" maxlength="1000" dir="auto">${escapeHtml(asked.comment)}</textarea>
<button>${text(page, 'csat.page.send')}</button>
</form>`,
  )

const choice = (page: SurveyPage, rating: number, chosen: number | null) =>
  `<label><input type="radio" name="rating" value="${rating}" required${rating === chosen ? ' checked' : ''}><b>${rating}</b> <span>${text(page, `csat.page.rating.${rating}`)}</span></label>`

/** Shows what was answered; `until` is there while it can be changed. */
export const thankingPage = (
  page: SurveyPage,
  given: { rating: number; comment: string | null; until: string | null },
): string =>
  wholePage(
    page,
    'csat.page.thanks',
    `<p>${filled(page, 'csat.page.given', { rating: `${given.rating}`, words: page.texts[`csat.page.rating.${given.rating}`] ?? '' })}</p>
${given.comment ? `<blockquote dir="auto">${escapeHtml(given.comment)}</blockquote>` : ''}
${given.until ? `<p class="small"><a href="?change=1">${text(page, 'csat.page.change')}</a> ${filled(page, 'csat.page.until', { time: given.until })}</p>` : ''}`,
  )

export const refusingPage = (
  page: SurveyPage,
  reason: 'unknown' | 'expired' | 'closed' | 'too_many',
): string => wholePage(page, `csat.page.${reason}`, `<p>${text(page, `csat.page.${reason}.text`)}</p>`)

const text = ({ texts }: SurveyPage, key: string) => escapeHtml(texts[key] ?? '')

const filled = (page: SurveyPage, key: string, values: Record<string, string>) =>
  escapeHtml((page.texts[key] ?? '').replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? ''))

const brand = ({ site_name, logo_url }: SurveyPage) =>
  logo_url ? `<img src="${escapeHtml(logo_url)}" alt="${escapeHtml(site_name)}">` : escapeHtml(site_name)

const wholePage = (page: SurveyPage, title: string, body: string): string => `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${text(page, title)} · ${escapeHtml(page.site_name)}</title>
<style>${surveyStyle}</style></head><body><main><p class="brand">${brand(page)}</p><h1>${text(page, title)}</h1>${body}</main></body></html>`

const styleHash = createHash('sha256').update(surveyStyle).digest('base64')

/** Nothing but this style, the workspace's logo and the form itself: no scripts, and nobody puts the page into a frame. */
export function surveyPolicy({ logo_url }: SurveyPage): string {
  const elsewhere = URL.canParse(logo_url) ? ` ${new URL(logo_url).origin}` : ''
  return `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'${elsewhere}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}
