import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../inputs/button.tsx'

/** Something could not be loaded: title, the server's message and a retry button. */
export function ErrorState({
  title,
  message,
  reference,
  onRetry,
}: {
  title: ReactNode
  message: ReactNode
  /** The request id, for support. */
  reference?: string | null | undefined
  onRetry?: () => void
}) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid h-full place-items-center p-8">
      <div className="flex max-w-sm flex-col items-center text-center">
        <span className="mb-4 grid size-11 place-items-center rounded-xl border border-bad-line bg-bad-subtle text-bad">
          <TriangleAlert size={20} aria-hidden />
        </span>
        <h2 className="text-md font-semibold">{title}</h2>
        <p className="mt-1 text-ink-2">{message}</p>
        {reference && (
          <p className="mt-1 font-mono text-2xs text-ink-3">{t('ui.reference', { id: reference })}</p>
        )}
        {onRetry && (
          <Button className="mt-4" onClick={onRetry}>
            <RotateCw size={14} aria-hidden />
            {t('ui.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
