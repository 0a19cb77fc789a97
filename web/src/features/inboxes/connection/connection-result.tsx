import type { ConnectionCheck } from '@parley/contract/inboxes/inbox-writes'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorDetails } from '../../../ui/display/error-details.tsx'

/** The result of a connection test. */
export function ConnectionResult({ check }: { check: ConnectionCheck }) {
  const { t } = useTranslation()
  const Icon = check.ok ? CircleCheck : CircleAlert
  return (
    <div
      role={check.ok ? 'status' : 'alert'}
      className={
        check.ok
          ? 'flex items-start gap-2.5 rounded-lg border border-good-line bg-good-subtle px-3.5 py-3'
          : 'flex items-start gap-2.5 rounded-lg border border-bad-line bg-bad-subtle px-3.5 py-3'
      }
    >
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${check.ok ? 'text-good' : 'text-bad'}`} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p>
          <strong className="font-semibold">
            {check.ok
              ? t('inboxes.test.connected', { ms: check.took_ms })
              : t('inboxes.test.failed', { host: check.host })}
          </strong>{' '}
          {check.answer}
        </p>
        <ErrorDetails>{check.details}</ErrorDetails>
        {check.greeting && <p className="mt-0.5 font-mono text-xs text-ink-2">{check.greeting}</p>}
      </div>
    </div>
  )
}
