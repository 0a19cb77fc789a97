import type { ConversationSummary } from '@parley/contract/conversations/conversations'
import { useTranslation } from 'react-i18next'
import { TimeDialog } from '../../../time-picker/time-dialog.tsx'
import { snoozeRefusal } from '../conversation-changes.ts'

/** Picks a custom snooze time. */
export function SnoozeDialog({
  conversation,
  open,
  onOpenChange,
  onSnooze,
}: {
  conversation: ConversationSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onSnooze: (until: Date) => void
}) {
  const { t } = useTranslation()
  return (
    <TimeDialog
      title={t('snooze.custom.title')}
      submitLabel={t('snooze.custom.submit')}
      open={open}
      onOpenChange={onOpenChange}
      refusalOf={(until, now) => snoozeRefusal(conversation, until, now)}
      onPick={onSnooze}
    />
  )
}
