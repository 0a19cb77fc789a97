import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftHistory } from '../../editor/message/draft-history.tsx'
import { isEmptyDraft, useSaveState } from '../../editor/message/message-draft.ts'
import { MessageSurface } from '../../editor/message/message-surface.tsx'
import type { MessageEditor } from '../../editor/message/use-message-editor.ts'
import type { DraftKey } from '../../lib/drafts.ts'
import { useStore } from '../../lib/store.ts'
import type { PendingMacro } from '../../macros/use-macro-command.tsx'

/** The message with its label and error, like a field. */
export function MessageField({
  draftKey,
  message,
  pendingMacro,
  safetyLine,
  error,
}: {
  draftKey: DraftKey
  message: MessageEditor
  pendingMacro: PendingMacro
  safetyLine: ReactNode
  error: string | undefined
}) {
  const { t } = useTranslation()
  const errorId = useId()
  const saveState = useSaveState(message.draft)
  const isEmpty = useStore(message.draft.state, ({ current }) => isEmptyDraft(current))
  return (
    <div className="md:col-span-2">
      <div className="mb-1 flex items-baseline gap-2">
        <p aria-hidden className="font-medium">
          {t('new_conversation.message')}
        </p>
        <DraftHistory draftKey={draftKey} message={message} saved={isEmpty ? null : saveState} />
      </div>
      <div
        className="field @container block!"
        data-invalid={error ? '' : undefined}
        aria-describedby={error ? errorId : undefined}
      >
        <MessageSurface
          message={message}
          className="max-h-72 min-h-32 overflow-y-auto px-3 py-2 [&>div]:min-h-28"
          toolbarClassName="flex items-center gap-0.5 border-t p-1"
          pendingMacro={pendingMacro}
          macrosLabel={t('macro.after_creating')}
          belowFiles={safetyLine}
        />
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px" />
          {error}
        </p>
      )}
    </div>
  )
}
