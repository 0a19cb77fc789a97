import type { WebhookOutcome } from '@parley/contract/webhooks/webhooks'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The outcome of one attempt: status, duration and response. `isLive` announces it to screen readers. */
export function DeliveryOutcome({
  outcome,
  isLive = false,
  when,
}: {
  outcome: WebhookOutcome
  isLive?: boolean
  when?: ReactNode
}) {
  const { t } = useTranslation()
  const { ok, status, took_ms, answer, error } = outcome
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <div
      role={isLive ? (ok ? 'status' : 'alert') : undefined}
      className={`flex items-start gap-2.5 rounded-lg border px-3.5 py-3 ${ok ? 'border-good-line bg-good-subtle' : 'border-bad-line bg-bad-subtle'}`}
    >
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${ok ? 'text-good' : 'text-bad'}`} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap gap-x-2">
          <strong className="font-semibold">
            {error ? `${error}.` : t('webhooks.outcome.ok', { status })}
          </strong>
          <span className="text-ink-2 tabular-nums">{t('webhooks.outcome.took', { ms: took_ms })}</span>
          {when && <span className="text-ink-2">{when}</span>}
        </p>
        {answer && (
          <pre className="mt-1 max-h-40 overflow-y-auto font-mono text-xs whitespace-pre-wrap text-ink-2">
            {answer}
          </pre>
        )}
      </div>
    </div>
  )
}
