import type { NotificationKind } from '@parley/contract/notifications'
import { escapeHtml } from './footer.ts'

type Page = {
  site_name: string
  root_url: string
  language: string
  texts: Record<string, string>
}
type Asked = Page & { kind: NotificationKind; name: string }

/** Asks before anything happens: programs that look at the links of a mail must not turn it off. */
export const askingPage = (page: Asked): string =>
  wholePage(
    page,
    'unsubscribe.ask',
    `<p>${filled(page, 'unsubscribe.ask.text')}</p>
<form method="post"><button>${text(page, 'unsubscribe.confirm')}</button></form>
<p class="small">${text(page, 'unsubscribe.change')} ${account(page)}</p>`,
  )

export const donePage = (page: Asked): string =>
  wholePage(
    page,
    'unsubscribe.done',
    `<p>${filled(page, 'unsubscribe.done.text')}</p>
<p class="small">${text(page, 'unsubscribe.change')} ${account(page)}</p>`,
  )

export const unknownPage = (page: Page): string =>
  wholePage(
    page,
    'unsubscribe.unknown',
    `<p>${text(page, 'unsubscribe.unknown.text')}</p><p class="small">${account(page)}</p>`,
  )

const text = ({ texts }: Page, key: string) => escapeHtml(texts[key] ?? '')

const filled = (page: Asked, key: string) =>
  escapeHtml(
    (page.texts[key] ?? '').replace(/\{(name|kind)\}/g, (_, name) =>
      name === 'name' ? page.name : (page.texts[`unsubscribe.kind.${page.kind}`] ?? ''),
    ),
  )

const account = (page: Page) =>
  `<a href="${escapeHtml(page.root_url)}/account/notifications">${text(page, 'unsubscribe.account')}</a>`

const wholePage = (page: Page, title: string, body: string): string => `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text(page, title)} · ${escapeHtml(page.site_name)}</title>
<style>
:root{color-scheme:light dark;--bg:#f7f7f5;--card:#fff;--line:#e4e3df;--ink:#1d1c1a;--ink-2:#65635d;--accent:#1f5fd0}
@media (prefers-color-scheme:dark){:root{--bg:#161615;--card:#1f1f1d;--line:#34332f;--ink:#ededea;--ink-2:#a3a19a;--accent:#7fabf7}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--ink);font:15px/1.55 system-ui,sans-serif}
main{box-sizing:border-box;width:min(28rem,calc(100vw - 2rem));padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:12px}
.site{margin:0 0 1.25rem;color:var(--ink-2);font-size:13px}h1{margin:0 0 .5rem;font-size:19px;line-height:1.3}p{margin:0 0 1.25rem}
button{font:inherit;font-weight:550;padding:.55rem 1rem;border:0;border-radius:8px;background:var(--ink);color:var(--card);cursor:pointer}
button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
form{margin:0 0 1.25rem}.small{margin:0;color:var(--ink-2);font-size:13px}a{color:var(--accent)}
</style></head><body><main><p class="site">${escapeHtml(page.site_name)}</p><h1>${text(page, title)}</h1>${body}</main></body></html>`
