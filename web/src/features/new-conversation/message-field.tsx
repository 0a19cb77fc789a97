import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageSurface } from '../../editor/message/message-surface.tsx'
import type { MessageEditor } from '../../editor/message/use-message-editor.ts'
import type { PendingMacro } from '../../macros/use-macro-command.tsx'

/** The message with its label and error, like a field. */
export function MessageField({
  message,
  pendingMacro,
  safetyLine,
  error,
}: {
  message: MessageEditor
  pendingMacro: PendingMacro
  safetyLine: ReactNode
  error: string | undefined
}) {
  const { t } = useTranslation()
  const errorId = useId()
  return (
    <div className="md:col-span-2">
      <p aria-hidden className="mb-1 font-medium">
        {t('new_conversation.message')}
      </p>
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
