import { useTranslation } from 'react-i18next'
import type { SafetyFinding } from '../../../safety/safety-checks.ts'
import { SafetyFindings } from '../../../safety/safety-line.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** Asks before earlier messages are quoted to new recipients. The answer also confirms the findings. */
export function QuotedHistoryDialog({
  newParticipants,
  findings,
  onAnswer,
  onCancel,
}: {
  newParticipants: readonly string[]
  findings: readonly SafetyFinding[]
  onAnswer: (history: 'known' | 'all') => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      size="sm"
      title={t('composer.history.title')}
      description={t('composer.history.text', { count: newParticipants.length })}
      footer={
        // The first button has the focus: pressing Enter again to send must not share anything.
        <div className="flex flex-1 flex-row-reverse flex-wrap gap-2">
          <Button variant="primary" onClick={() => onAnswer('known')}>
            {t('composer.history.leave_out')}
          </Button>
          <Button onClick={() => onAnswer('all')}>{t('composer.history.include')}</Button>
        </div>
      }
    >
      <ul className="space-y-1">
        {newParticipants.map((address) => (
          <li key={address} className="font-medium wrap-anywhere">
            {address}
          </li>
        ))}
      </ul>
      <SafetyFindings findings={findings} />
    </Dialog>
  )
}
