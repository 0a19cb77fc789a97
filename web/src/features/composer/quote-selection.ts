import { flushDrafts } from '../../editor/message/use-synced-draft.ts'
import { appendHtml, toParagraphs } from './append-to-draft.ts'
import { phaseKey, reloadDraft } from './sending/send-phase.ts'

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
  appendHtml(draftKey, `<blockquote>${toParagraphs(text.split(/\n+/))}</blockquote><p></p>`)
  reloadDraft(phaseKey(draftKey))
}
