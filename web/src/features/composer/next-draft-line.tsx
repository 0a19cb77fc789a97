import { useTranslation } from 'react-i18next'
import { DraftLine } from '../../editor/message/draft-line.tsx'
import { joinDrafts } from '../../editor/message/message-draft.ts'
import type { MessageEditor } from '../../editor/message/use-message-editor.ts'
import { type ConversationDraftKey, clearNextDraft, draftText, useNextDraft } from '../../lib/drafts.ts'
import { Button } from '../../ui/inputs/button.tsx'
import type { SendPhase } from './sending/send-phase.ts'

/**
 * Offers what was written while a message was being sent that then failed. It takes its place once that is sent. `isQueued`: it is to be
 * sent right after the one that is being sent.
 */
export function NextDraftLine({
  draftKey,
  phase,
  isQueued,
  message: { draft, replace },
}: {
  draftKey: ConversationDraftKey
  phase: SendPhase
  isQueued: boolean
  message: MessageEditor
}) {
  const { t } = useTranslation()
  const next = useNextDraft(draftKey)
  if (isQueued) return <DraftLine text={t('draft.next.queued')}>{null}</DraftLine>
  // While sending, it is in the editor.
  if (!next || phase.kind === 'sending') return null
  const add = () => {
    clearNextDraft(draftKey)
    replace(joinDrafts(draft.getCurrent(), next))
  }
  return (
    <DraftLine text={t('draft.next', { text: draftText(next) })}>
      <Button type="button" size="sm" onClick={add}>
        {t('draft.next.add')}
      </Button>
    </DraftLine>
  )
}
