import { useTranslation } from 'react-i18next'
import { RecipientField } from './recipient-field.tsx'
import type { RecipientKind, RecipientState } from './use-recipients.ts'

/** To, and Cc and Bcc when used or opened. */
export function Recipients({
  recipients,
  newParticipants,
  autoFocus = false,
  onSend,
}: {
  recipients: RecipientState
  newParticipants: readonly string[]
  /** Of the first field. */
  autoFocus?: boolean
  onSend: (shift: boolean) => void
}) {
  const { t } = useTranslation()
  const { values, change, revealed, reveal } = recipients
  const isShown = (kind: RecipientKind) => values[kind].length > 0 || revealed.includes(kind)
  const hidden = (['cc', 'bcc'] as const).filter((kind) => !isShown(kind))
  return (
    <>
      <div className="flex min-w-60 flex-1 items-start gap-0.5 pl-1">
        <RecipientField
          label={t('message.to_label')}
          values={values.to}
          newParticipants={newParticipants}
          onChange={(to) => change('to', to)}
          onSend={onSend}
          autoFocus={autoFocus}
          className="flex-1"
        />
        {hidden.map((kind) => (
          <button
            key={kind}
            type="button"
            onClick={() => reveal(kind)}
            className="mt-0.5 h-6 min-w-6 rounded-sm px-1 text-xs text-ink-3 hover:bg-hover hover:text-ink"
          >
            {t(`message.${kind}`)}
          </button>
        ))}
      </div>
      {(['cc', 'bcc'] as const).filter(isShown).map((kind) => (
        <RecipientField
          key={kind}
          label={t(`message.${kind}`)}
          values={values[kind]}
          newParticipants={newParticipants}
          onChange={(next) => change(kind, next)}
          onSend={onSend}
          autoFocus={revealed.includes(kind) && values[kind].length === 0}
          className="w-full border-t px-2 py-0.5"
        />
      ))}
    </>
  )
}
