import { CircleAlert, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/inputs/button.tsx'
import type { AfterSend, SendPhase } from './sending/send-phase.ts'

export function SendFailure({
  phase,
  onRetry,
}: {
  phase: Extract<SendPhase, { kind: 'failed' }>
  onRetry: (after: AfterSend) => void
}) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="mx-2 mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-bad-line bg-bad-subtle py-1 pr-1 pl-2.5 text-xs text-bad"
    >
      <CircleAlert size={14} aria-hidden />
      <p className="min-w-40 flex-1 wrap-anywhere">
        <b className="font-semibold">{t('composer.failed')}</b>{' '}
        <span className="text-ink">{phase.message}</span>
      </p>
      <Button size="sm" onClick={() => onRetry(phase.after)}>
        <RotateCw size={13} aria-hidden />
        {t('message.retry')}
      </Button>
    </div>
  )
}
