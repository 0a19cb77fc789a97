import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../format/date-time.tsx'
import { toast } from '../../../lib/toast.ts'
import { Spinner } from '../../../ui/display/spinner.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { findInboxHealth, healthQuery } from '../health/inbox-health.ts'

/** The address to forward email to, the DNS record that it needs, and whether any email has arrived. */
export function Forwarding({ address, inbox }: { address: string; inbox?: Inbox | undefined }) {
  const { t } = useTranslation()
  const { data } = useQuery(healthQuery)
  if (!data) return null
  const { mail_host, receiver_port } = data
  const receiving = inbox?.receiving_address
  return (
    <div className="space-y-4">
      {receiver_port === null ? (
        <Problem>{t('inboxes.forward.no_receiver')}</Problem>
      ) : mail_host === null ? (
        <Problem>{t('inboxes.forward.no_host')}</Problem>
      ) : (
        <>
          <Step
            title={t('inboxes.forward.to')}
            help={t('inboxes.forward.to.help', { address: address || t('inboxes.forward.your_address') })}
          >
            {receiving ? (
              <Copyable value={receiving} />
            ) : (
              <p className="text-ink-2">{t('inboxes.forward.to.later')}</p>
            )}
          </Step>
          <Step
            title={t('inboxes.forward.mx')}
            help={t('inboxes.forward.mx.help', {
              host: mail_host,
              port: receiver_port,
              domain: address.split('@')[1] || t('inboxes.forward.your_domain'),
            })}
          >
            <Copyable value={`${mail_host}. MX 10 ${mail_host}.`} />
          </Step>
        </>
      )}
      {inbox && receiver_port !== null && (
        <Arrival at={findInboxHealth(data, inbox.id)?.last_mail_at ?? null} address={address} />
      )}
    </div>
  )
}

function Step({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
      <p className="mt-1.5 text-xs text-ink-3">{help}</p>
    </div>
  )
}

function Copyable({ value }: { value: string }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    toast.success(t('inboxes.forward.copied'))
  }
  return (
    <div className="flex items-center gap-2">
      <code className="min-w-0 flex-1 rounded-md bg-surface-sunk px-2.5 py-1.5 font-mono text-xs wrap-anywhere">
        {value}
      </code>
      <Button onClick={() => void copy()} aria-label={t('inboxes.forward.copy_value', { value })}>
        <Copy size={14} aria-hidden />
        {t('inboxes.forward.copy')}
      </Button>
    </div>
  )
}

function Problem({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-2.5 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3 text-warn">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function Arrival({ at, address }: { at: string | null; address: string }) {
  const { t } = useTranslation()
  return at ? (
    <p
      role="status"
      className="flex items-center gap-2.5 rounded-lg border border-good-line bg-good-subtle px-3.5 py-3"
    >
      <CircleCheck size={16} aria-hidden className="shrink-0 text-good" />
      <span>
        <strong className="font-semibold">{t('inboxes.forward.arrived')}</strong> <RelativeTime at={at} />
      </span>
    </p>
  ) : (
    <p role="status" className="flex items-center gap-2.5 rounded-lg border px-3.5 py-3 text-ink-2">
      <Spinner />
      {t('inboxes.forward.waiting', { address })}
    </p>
  )
}
