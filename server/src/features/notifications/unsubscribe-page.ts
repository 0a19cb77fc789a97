import type { NotificationKind } from '@parley/contract/notifications'
import { escapeHtml } from '../../http/escape-html.ts'
import { type PublicPage, publicPage, publicText } from '../../http/public-page.ts'

type Page = PublicPage & { root_url: string }
type Asked = Page & { kind: NotificationKind; name: string }

/** Asks before anything happens: programs that look at the links of a mail must not turn it off. */
export const askingPage = (page: Asked): string =>
  publicPage(
    page,
    'unsubscribe.ask',
    `<p>${filled(page, 'unsubscribe.ask.text')}</p>
<form method="post"><button>${publicText(page, 'unsubscribe.confirm')}</button></form>
<p class="small">${publicText(page, 'unsubscribe.change')} ${account(page)}</p>`,
  )

export const donePage = (page: Asked): string =>
  publicPage(
    page,
    'unsubscribe.done',
    `<p>${filled(page, 'unsubscribe.done.text')}</p>
<p class="small">${publicText(page, 'unsubscribe.change')} ${account(page)}</p>`,
  )

export const unknownPage = (page: Page): string =>
  publicPage(
    page,
    'unsubscribe.unknown',
    `<p>${publicText(page, 'unsubscribe.unknown.text')}</p><p class="small">${account(page)}</p>`,
  )

const filled = (page: Asked, key: string) =>
  escapeHtml(
    (page.texts[key] ?? '').replace(/\{(name|kind)\}/g, (_, name) =>
      name === 'name' ? page.name : (page.texts[`unsubscribe.kind.${page.kind}`] ?? ''),
    ),
  )

const account = (page: Page) =>
  `<a href="${escapeHtml(page.root_url)}/account/notifications">${publicText(page, 'unsubscribe.account')}</a>`
