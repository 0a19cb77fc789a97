import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/inputs/button.tsx'
import { type MessageDraft, useDraftConflict } from './message-draft.ts'

/** Asks which text to continue with, when another tab or device has changed or sent the same draft. */
export function DraftConflictLine({ draft }: { draft: MessageDraft }) {
  const { t } = useTranslation()
  const conflict = useDraftConflict(draft)
  if (!conflict) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 pb-1.5 text-xs text-ink-2"
    >
      <span className="min-w-40 flex-1">{t(`draft.conflict.${conflict}`)}</span>
      <Button type="button" size="sm" variant="ghost" onClick={draft.useTheirs}>
        {t(conflict === 'sent' ? 'draft.conflict.discard' : 'draft.conflict.use_theirs')}
      </Button>
      <Button type="button" size="sm" onClick={draft.keepMine}>
        {t('draft.conflict.keep_mine')}
      </Button>
    </div>
  )
}
