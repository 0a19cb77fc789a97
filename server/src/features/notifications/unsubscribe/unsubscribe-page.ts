import type { EmailKind } from '@parley/contract/notifications/notifications'
import { escapeHtml } from '../../../http/pages/escape-html.ts'
import { type PublicPage, publicText, renderPublicPage } from '../../../http/pages/public-page.ts'

type Page = PublicPage & { root_url: string }
type UnsubscribePage = Page & { kind: EmailKind; name: string }

/** Asks for confirmation, because link scanners must not unsubscribe anyone. */
export const confirmPage = (page: UnsubscribePage): string =>
  renderPublicPage(
    page,
    'unsubscribe.ask',
    `<p>${fillText(page, 'unsubscribe.ask.text')}</p>
<form method="post"><button>${publicText(page, 'unsubscribe.confirm')}</button></form>
<p class="small">${publicText(page, 'unsubscribe.change')} ${accountLink(page)}</p>`,
  )

export const donePage = (page: UnsubscribePage): string =>
  renderPublicPage(
    page,
    'unsubscribe.done',
    `<p>${fillText(page, 'unsubscribe.done.text')}</p>
<p class="small">${publicText(page, 'unsubscribe.change')} ${accountLink(page)}</p>`,
  )

export const invalidLinkPage = (page: Page): string =>
  renderPublicPage(
    page,
    'unsubscribe.unknown',
    `<p>${publicText(page, 'unsubscribe.unknown.text')}</p><p class="small">${accountLink(page)}</p>`,
  )

const fillText = (page: UnsubscribePage, key: string) =>
  escapeHtml(
    (page.texts[key] ?? '').replace(/\{(name|kind)\}/g, (_, name) =>
      name === 'name' ? page.name : (page.texts[`unsubscribe.kind.${page.kind}`] ?? ''),
    ),
  )

const accountLink = (page: Page) =>
  `<a href="${escapeHtml(page.root_url)}/account/notifications">${publicText(page, 'unsubscribe.account')}</a>`
