import { CircleAlert, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SaveState } from '../../editor/message/message-draft.ts'
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

/** Fills the space left by the buttons. "Saved" is shown only where it fits; an unsaved draft is always shown. */
export function DraftStatus({ saved, onOpenVersions }: { saved: SaveState; onOpenVersions: () => void }) {
  const { t } = useTranslation()
  if (saved === 'unsaved' || saved === 'local')
    return (
      <span role="status" className="grow pr-2.5 text-right text-xs text-warn">
        {t(saved === 'local' ? 'composer.draft_local' : 'composer.draft_unsaved')}
      </span>
    )
  return (
    <span className="@container w-0 grow text-right text-xs text-ink-3">
      {saved && (
        <button
          type="button"
          title={t('draft.versions')}
          onClick={onOpenVersions}
          className="mr-1.5 hidden max-w-[calc(100%-0.375rem)] truncate rounded-sm px-1 hover:text-ink @min-[5rem]:inline-block"
        >
          {t('composer.draft_saved')}
        </button>
      )}
    </span>
  )
}
