import { isBlankHtml } from '../../editor/blank-html.ts'
import { flushDrafts } from '../../editor/message/use-synced-draft.ts'
import { emptyDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import { phaseKey, setPhase } from './sending/send-phase.ts'

/** The text selected in a message, or null. */
export function selectedMessageText(): string | null {
  const selection = getSelection()
  const text = selection?.toString().trim() ?? ''
  const node = selection?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  return text !== '' && element?.closest('[data-message]') ? text : null
}

/** Adds the selected text to the reply as a quote, below what is written so far, and opens the reply. */
export function quoteSelection(agent_id: number, uuid: string): void {
  const text = selectedMessageText()
  if (text === null) return
  const draftKey = { agent_id, uuid, mode: 'reply' } as const
  flushDrafts()
  const draft = readDraft(draftKey) ?? emptyDraft
  const before = isBlankHtml(draft.html) ? '' : draft.html
  saveDraft(draftKey, { ...draft, html: `${before}${toBlockquote(text)}<p></p>` })
  setPhase(phaseKey(draftKey), { kind: 'restored' })
}

function toBlockquote(text: string): string {
  const quote = document.createElement('blockquote')
  for (const line of text.split(/\n+/)) {
    const paragraph = document.createElement('p')
    paragraph.textContent = line
    quote.append(paragraph)
  }
  return quote.outerHTML
}
