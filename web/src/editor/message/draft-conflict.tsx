import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/inputs/button.tsx'
import { DraftLine } from './draft-line.tsx'
import { type MessageDraft, useDraftConflict } from './message-draft.ts'

/** Asks which text to continue with, when another tab or device has changed or sent the same draft. */
export function DraftConflictLine({ draft }: { draft: MessageDraft }) {
  const { t } = useTranslation()
  const conflict = useDraftConflict(draft)
  if (!conflict) return null
  return (
    <DraftLine text={t(`draft.conflict.${conflict}`)}>
      <Button type="button" size="sm" variant="ghost" onClick={draft.useTheirs}>
        {t(conflict === 'sent' ? 'draft.conflict.discard' : 'draft.conflict.use_theirs')}
      </Button>
      <Button type="button" size="sm" onClick={draft.keepMine}>
        {t('draft.conflict.keep_mine')}
      </Button>
    </DraftLine>
  )
}
