import {
  getWebhookDelivery,
  replayWebhookDelivery,
  type WebhookDeliveryDetail,
} from '@parley/contract/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { fullDateTime } from '../../../format/date-time.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Drawer } from '../../../ui/overlays/drawer.tsx'
import { DeliveryOutcome } from '../delivery-outcome.tsx'
import { StateBadge } from './state-badge.tsx'

/** A delivery's request and all responses. It can be replayed from here. */
export function DeliveryDrawer({
  webhook_id,
  id,
  refusal,
  onClose,
}: {
  webhook_id: number
  id: number
  /** Why it can't be replayed now. */
  refusal: string | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const params = { id: String(webhook_id), delivery_id: String(id) }
  const query = useQuery({
    queryKey: queryKeys.webhookDelivery(webhook_id, id),
    queryFn: ({ signal }) => call(getWebhookDelivery, { signal, params }),
    refetchInterval: 3_000,
  })
  const replay = useApiMutation(() => call(replayWebhookDelivery, { params }), {
    invalidateKey: queryKeys.webhooks,
    successMessage: t('webhooks.replayed'),
    failure: 'inline',
  })
  const delivery = query.data
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      label={t('webhooks.delivery')}
      className="w-[38rem]!"
    >
      <header className="flex items-center gap-3 border-b px-5 py-3.5">
        <h2 className="min-w-0 flex-1 truncate text-lg font-semibold">
          {delivery ? t(`webhooks.event.${delivery.event}`) : t('webhooks.delivery')}
        </h2>
        {delivery && <StateBadge delivery={delivery} />}
        <IconButton label={t('ui.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 space-y-6 overflow-y-auto px-5 py-4">
        {query.isPending && <Skeleton className="h-40 w-full" />}
        {query.error && !delivery && (
          <p role="alert" className="text-bad">
            {query.error.message}
          </p>
        )}
        {delivery && <DeliveryDetails delivery={delivery} />}
      </div>
      {delivery && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">
          {(replay.error || refusal) && (
            <p role={replay.error ? 'alert' : undefined} className={replay.error ? 'text-bad' : 'text-ink-3'}>
              {replay.error?.message ?? refusal}.
            </p>
          )}
          <Link
            to="/inboxes/$type/conversation/$uuid"
            params={{ type: 'all', uuid: delivery.conversation_uuid }}
            className="inline-flex h-7.5 items-center rounded-md border border-line-strong px-3 font-medium hover:bg-hover"
          >
            {t('ledger.conversation')}
          </Link>
          <Button
            variant="primary"
            disabled={Boolean(refusal)}
            loading={replay.isPending}
            onClick={() => replay.mutate()}
          >
            <RotateCcw size={14} aria-hidden />
            {t('webhooks.replay')}
          </Button>
        </footer>
      )}
    </Drawer>
  )
}

function DeliveryDetails({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useTranslation()
  const { tries, state, next_attempt_at } = delivery
  return (
    <>
      <Section title={t('webhooks.answers')}>
        {state === 'waiting' && next_attempt_at && tries.length > 0 && (
          <p className="mb-2 text-ink-2">{t('webhooks.next', { when: fullDateTime(next_attempt_at) })}</p>
        )}
        {tries.length === 0 && (
          <p className="text-ink-3">
            {t(state === 'skipped' ? 'webhooks.tries.skipped' : 'webhooks.tries.none')}
          </p>
        )}
        <ol className="space-y-2">
          {tries.map((attempt) => (
            <li key={attempt.at}>
              <DeliveryOutcome outcome={attempt} when={fullDateTime(attempt.at)} />
            </li>
          ))}
        </ol>
      </Section>
      <Section title={t('webhooks.request')}>
        <CodeBlock label={t('webhooks.request.headers')}>
          {[
            `POST ${delivery.url}`,
            ...Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}`),
          ].join('\n')}
        </CodeBlock>
        <CodeBlock label={t('webhooks.request.body')}>{formatJson(delivery.body)}</CodeBlock>
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <section
      aria-label={label}
      // Scrollable, so it must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: axe requires it for scrollable regions
      tabIndex={0}
      className="mt-2 max-h-96 overflow-auto rounded-lg bg-surface-sunk first:mt-0"
    >
      <pre className="p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</pre>
    </section>
  )
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
