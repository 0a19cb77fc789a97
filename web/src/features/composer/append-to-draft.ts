import { isBlankHtml } from '../../editor/blank-html.ts'
import { type DraftKey, emptyDraft, readDraft, readDraftSync, saveDraft } from '../../lib/drafts.ts'

/** Adds HTML below what this browser stores of a draft. An editor that shows it has to load it anew. */
export function appendHtml(key: DraftKey, html: string): void {
  const draft = readDraft(key) ?? emptyDraft
  saveDraft(
    key,
    { ...draft, html: `${isBlankHtml(draft.html) ? '' : draft.html}${html}` },
    { base: readDraftSync(key)?.base ?? null, unsaved: true },
  )
}

/** The same with plain text, one paragraph per line; blank text changes nothing. */
export function appendText(key: DraftKey, text: string): void {
  if (text.trim() !== '') appendHtml(key, toParagraphs(text.split('\n')))
}

export function toParagraphs(lines: readonly string[]): string {
  const box = document.createElement('div')
  for (const line of lines) {
    const paragraph = document.createElement('p')
    paragraph.textContent = line
    box.append(paragraph)
  }
  return box.innerHTML
}
