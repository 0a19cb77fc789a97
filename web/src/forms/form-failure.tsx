import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { Button } from '../ui/inputs/button.tsx'
import { preventFocusLoss } from '../ui/prevent-focus-loss.ts'

/** The form was not saved. Shows the server's message; the input is kept. */
export function FormFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      {...preventFocusLoss}
      className="mt-2 mb-4 flex items-start gap-2.5 rounded-lg border border-bad-line bg-bad-subtle px-3.5 py-3"
    >
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-bad">{error.message}</p>
        <p className="text-ink-2">{t('form.not_saved')}</p>
        {error instanceof ApiError && error.request_id && (
          <p className="mt-0.5 font-mono text-2xs text-ink-3">
            {t('ui.reference', { id: error.request_id })}
          </p>
        )}
      </div>
      <Button size="sm" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}
