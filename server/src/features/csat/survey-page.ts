import { escapeHtml } from '../../http/pages/escape-html.ts'
import { type PublicPage, publicText, renderPublicPage } from '../../http/pages/public-page.ts'

/** The rating form. `rating` is preselected from the link in the email or the earlier answer; nothing is saved until the form is sent. */
export const ratingPage = (
  page: PublicPage,
  form: {
    subject: string
    reference_number: string
    rating: number | null
    comment: string
    refused: boolean
  },
): string =>
  renderPublicPage(
    page,
    'csat.page.ask',
    `<p class="about">${fillText(page, 'csat.page.about', { number: form.reference_number, subject: form.subject })}</p>
${form.refused ? `<p class="refused" role="alert" id="refused">${publicText(page, 'csat.page.choose')}</p>` : ''}
<form method="post">
<fieldset${form.refused ? ' aria-describedby="refused"' : ''}><legend>${publicText(page, 'csat.page.rating')}</legend>
<div class="ratings">${[1, 2, 3, 4, 5].map((rating) => choice(page, rating, form.rating)).join('')}</div></fieldset>
<label for="feedback">${publicText(page, 'csat.page.comment')} <span>${publicText(page, 'csat.page.optional')}</span></label>
<textarea id="feedback" name="feedback" rows="4" maxlength="1000" dir="auto">${escapeHtml(form.comment)}</textarea>
<button>${publicText(page, 'csat.page.send')}</button>
</form>`,
  )

const choice = (page: PublicPage, rating: number, chosen: number | null) =>
  `<label><input type="radio" name="rating" value="${rating}" required${rating === chosen ? ' checked' : ''}><b>${rating}</b> <span>${publicText(page, `csat.page.rating.${rating}`)}</span></label>`

/** Shows the saved answer; `until` is set while it can be changed. */
export const thankYouPage = (
  page: PublicPage,
  answer: { rating: number; comment: string | null; until: string | null },
): string =>
  renderPublicPage(
    page,
    'csat.page.thanks',
    `<p>${fillText(page, 'csat.page.given', { rating: `${answer.rating}`, words: page.texts[`csat.page.rating.${answer.rating}`] ?? '' })}</p>
${answer.comment ? `<blockquote dir="auto">${escapeHtml(answer.comment)}</blockquote>` : ''}
${answer.until ? `<p class="small"><a href="?change=1">${publicText(page, 'csat.page.change')}</a> ${fillText(page, 'csat.page.until', { time: answer.until })}</p>` : ''}`,
  )

export const closedPage = (page: PublicPage, reason: 'unknown' | 'expired' | 'closed' | 'too_many'): string =>
  renderPublicPage(page, `csat.page.${reason}`, `<p>${publicText(page, `csat.page.${reason}.text`)}</p>`)

const fillText = (page: PublicPage, key: string, values: Record<string, string>) =>
  escapeHtml((page.texts[key] ?? '').replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? ''))
