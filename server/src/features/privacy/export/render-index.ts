import { escapeHtml } from '@parley/mail/html/escape-html'
import { htmlToText } from '@parley/mail/html/html-to-text'
import type { Db } from '../../../db/pool.ts'
import { fileEntryName } from './entry-names.ts'
import {
  type ExportedMessage,
  listConversations,
  readContact,
  readConversation,
} from './read-contact-data.ts'

const styles = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem;border-top:1px solid #ddd;padding-top:1rem}
article{margin:1rem 0;padding:.5rem 1rem;border:1px solid #ddd;border-radius:6px}
article.note{background:#fff8e1}p.details{color:#666;margin:0}pre{white-space:pre-wrap;font:inherit;margin:.5rem 0}
@media(prefers-color-scheme:dark){body{color:#eee;background:#16181c}h2,article{border-color:#3a3d44}article.note{background:#332d1a}p.details{color:#aaa}}`

/** A page for people, with the texts of all messages. JSON files next to it have the same for programs. Made part by part. */
export async function* renderIndex(db: Db, contact_id: number): AsyncGenerator<string> {
  const contact = await readContact(db, contact_id)
  const name = `${contact.first_name} ${contact.last_name}`.trim() || String(contact.email ?? '')
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(name)}</title><style>${styles}</style></head><body>
<h1 dir="auto">${escapeHtml(name)}</h1>
<p>Everything that this helpdesk stores about this contact. <a href="contact.json">contact.json</a> and the folder “conversations” have the same for programs; “mail” has the original emails. Messages marked as internal were never sent to the contact.</p>
<pre>${escapeHtml(JSON.stringify({ ...contact, notes: undefined }, null, 2))}</pre>`
  const notes = contact.notes as { created_at: string; note: string }[] // as readContact builds it
  for (const { created_at, note } of notes)
    yield `<article class="note"><p class="details">Note, ${escapeHtml(created_at)}</p><pre dir="auto">${escapeHtml(htmlToText(note))}</pre></article>`
  for await (const one of listConversations(db, contact_id)) {
    const conversation = await readConversation(db, contact_id, one)
    if (!conversation) continue
    yield `<h2 dir="auto">#${escapeHtml(one.reference_number)} ${escapeHtml(conversation.subject ?? '')}</h2>
<p class="details">${escapeHtml(conversation.created_at)}${one.is_own ? '' : ' · conversation of another contact'}</p>`
    for (const message of conversation.messages) yield renderMessage(message)
  }
  yield '</body></html>\n'
}

function renderMessage({ created_at, sender, meta, files, ...message }: ExportedMessage): string {
  const to = [...(meta.to ?? []), ...(meta.cc ?? [])].join(', ')
  const details = [created_at, sender, to && `to ${to}`, message.private && 'internal'].filter(Boolean)
  const links = files.map(
    (file) =>
      `<li><a href="${escapeHtml(encodeURI(fileEntryName(file)))}">${escapeHtml(file.filename)}</a></li>`,
  )
  return `<article${message.private ? ' class="note"' : ''}><p class="details" dir="auto">${escapeHtml(details.join(' · '))}</p>
<pre dir="auto">${escapeHtml(htmlToText(message.content))}</pre>${links.length > 0 ? `<ul>${links.join('')}</ul>` : ''}</article>`
}
