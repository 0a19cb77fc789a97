import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../format/time.tsx'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { healthOf, healthQuery } from './inbox-health.ts'

/** Where to forward mail to, and whether any has come in yet. */
export function Forwarding({ to, inbox_id }: { to: string; inbox_id?: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(healthQuery)
  const at = inbox_id === undefined ? undefined : healthOf(data, inbox_id)?.last_mail_at
  const copy = async () => {
    await navigator.clipboard.writeText(to)
    toast.success(t('inboxes.forward.copied'))
  }
  return (
    <div className="space-y-3">
      <div>
        <p className="mb-1 font-medium">{t('inboxes.forward.to')}</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 truncate rounded-md bg-surface-sunk px-2.5 py-1.5 font-mono text-xs">
            {to || '…'}
          </code>
          <Button onClick={() => void copy()} disabled={!to}>
            <Copy size={14} aria-hidden />
            {t('inboxes.forward.copy')}
          </Button>
        </div>
        <p className="mt-1.5 text-xs text-ink-3">
          {data?.receiver_port
            ? t('inboxes.forward.help', { domain: to.split('@')[1] ?? '', port: data.receiver_port })
            : data && t('inboxes.forward.no_receiver')}
        </p>
      </div>
      {inbox_id !== undefined &&
        (at ? (
          <p
            role="status"
            className="flex items-center gap-2.5 rounded-lg border border-good-line bg-good-subtle px-3.5 py-3"
          >
            <CircleCheck size={16} aria-hidden className="shrink-0 text-good" />
            <span>
              <strong className="font-semibold">{t('inboxes.forward.arrived')}</strong>{' '}
              <RelativeTime at={at} />
            </span>
          </p>
        ) : (
          <p role="status" className="flex items-center gap-2.5 rounded-lg border px-3.5 py-3 text-ink-2">
            <Spinner />
            {t('inboxes.forward.waiting', { address: to })}
          </p>
        ))}
    </div>
  )
}
