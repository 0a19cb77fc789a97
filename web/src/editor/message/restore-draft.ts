import { keepDraftVersion } from '@parley/contract/messages/drafts'
import { call } from '../../api/call.ts'
import type { Draft } from '../../lib/drafts.ts'
import { isEmptyDraft } from './message-draft.ts'
import type { MessageEditor } from './use-message-editor.ts'

/** Continues with another text; what is in the editor becomes an older version first, so that nothing is lost. */
export async function restoreDraft(
  { draft, replace }: Pick<MessageEditor, 'draft' | 'replace'>,
  key: string,
  content: Draft,
): Promise<void> {
  const current = draft.getCurrent()
  if (!isEmptyDraft(current))
    await call(keepDraftVersion, { params: { key }, body: { content: { ...current, attempt: null } } })
  replace(content)
}
