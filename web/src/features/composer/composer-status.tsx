import { CircleAlert, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { AfterSend, Phase } from './sending.ts'

export function NotSent({
  phase,
  onRetry,
}: {
  phase: Extract<Phase, { kind: 'failed' }>
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

export function DraftState({
  saved,
  tight,
}: {
  saved: 'saved' | 'unsaved' | null
  /** Beside one button more. */
  tight: boolean
}) {
  const { t } = useTranslation()
  if (saved === 'unsaved')
    return (
      <span role="status" className="mr-2.5 text-xs text-warn">
        {t('composer.draft_unsaved')}
      </span>
    )
  return (
    <span
      className={`mr-2.5 hidden text-xs whitespace-nowrap text-ink-3 ${tight ? '@min-[31rem]:inline' : '@min-[26rem]:inline'}`}
    >
      {saved && t('composer.draft_saved')}
    </span>
  )
}
