import type { EmailKind } from '@parley/contract/notifications/notifications'
import { escapeHtml } from '@parley/mail/html/escape-html'

type Footer = {
  kind: EmailKind
  texts: Record<string, string>
  root_url: string
  unsubscribe_url: string
}

/** Says why the agent gets this email and how to unsubscribe. Appended to every notification, whatever its template. */
export function renderFooter({ kind, texts, root_url, unsubscribe_url }: Footer): string {
  const text = (key: string) => escapeHtml(texts[key] ?? '')
  const link = (url: string, key: string) =>
    `<a href="${escapeHtml(url)}" style="color:#6b6b6b">${text(key)}</a>`
  return `<p style="margin-top:28px;padding-top:12px;border-top:1px solid #e4e4e4;color:#6b6b6b;font-size:12px;line-height:18px">${text(`notice.footer.${kind}`)}<br>${link(unsubscribe_url, 'notice.footer.off')} · ${link(`${root_url}/account/notifications`, 'notice.footer.account')}</p>`
}
