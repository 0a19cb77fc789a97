import {
  downloadDelivery,
  eraseDelivery,
  eraseRefusal,
  type MailDelivery,
  readDeliveryHeaders,
  replayDelivery,
  replayRefusal,
} from '@parley/contract/email/mail-deliveries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { requestPath } from '../../../api/request-path.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { fullDateTime } from '../../../format/date-time.tsx'
import { fileSize } from '../../../format/file-size.ts'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { StateBadge } from './state-badge.tsx'

/** Details of one delivery with its raw headers. It can be replayed or erased from here. */
export function DeliveryDialog({
  delivery,
  inbox,
  onClose,
}: {
  delivery: MailDelivery
  inbox: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [isErasing, setErasing] = useState(false)
  const refreshHealth = () => void cache.invalidateQueries({ queryKey: queryKeys.inboxHealth })
  const replay = useApiMutation(() => call(replayDelivery, { params: { id: String(delivery.id) } }), {
    invalidateKey: queryKeys.deliveries,
    successMessage: t('ledger.replayed'),
    failure: 'inline',
    onSuccess: refreshHealth,
  })
  const erase = useApiMutation(() => call(eraseDelivery, { params: { id: String(delivery.id) } }), {
    invalidateKey: queryKeys.deliveries,
    successMessage: t('ledger.erased'),
    failure: 'inline',
    onSuccess: () => {
      refreshHealth()
      onClose()
    },
    onError: () => setErasing(false),
  })
  const error = replay.error ?? erase.error
  const isErased = delivery.state === 'erased'
  return (
    <Dialog
      open
      size="lg"
      title={<span className="[overflow-wrap:anywhere]">{delivery.subject || t('ledger.no_subject')}</span>}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {!isErased && (
            <a
              href={requestPath(downloadDelivery.path, { id: String(delivery.id) }, undefined)}
              download
              className="mr-auto inline-flex h-7.5 items-center gap-2 rounded-md px-2 font-medium text-ink-2 hover:bg-hover"
            >
              <Download size={14} aria-hidden />
              {t('ledger.download')}
            </a>
          )}
          {!eraseRefusal(delivery) && (
            <Button onClick={() => setErasing(true)}>
              <Trash2 size={14} aria-hidden />
              {t('ledger.erase')}
            </Button>
          )}
          {delivery.conversation_uuid && (
            <Link
              to="/inboxes/$type/conversation/$uuid"
              params={{ type: 'all', uuid: delivery.conversation_uuid }}
              className="inline-flex h-7.5 items-center rounded-md border border-line-strong px-3 font-medium hover:bg-hover"
            >
              {t('ledger.conversation')}
            </Link>
          )}
          {!replayRefusal(delivery) && (
            <Button variant="primary" onClick={() => replay.mutate()} loading={replay.isPending}>
              <RotateCcw size={14} aria-hidden />
              {t('ledger.replay')}
            </Button>
          )}
        </>
      }
    >
      {delivery.reason && (
        <p className="mb-4 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-2.5 [overflow-wrap:anywhere]">
          {delivery.reason}
        </p>
      )}
      {error && (
        <p role="alert" className="mb-4 text-bad">
          {error.message}
        </p>
      )}
      <Facts delivery={delivery} inbox={inbox} />
      {!isErased && <Headers id={delivery.id} />}
      <ConfirmDialog
        open={isErasing}
        onOpenChange={setErasing}
        title={t('ledger.erase.title')}
        description={t('ledger.erase.text')}
        confirmLabel={t('ledger.erase')}
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </Dialog>
  )
}

function Facts({ delivery, inbox }: { delivery: MailDelivery; inbox: string }) {
  const { t } = useTranslation()
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      <Fact name={t('ledger.state')}>
        <StateBadge state={delivery.state} />
      </Fact>
      <Fact name={t('ledger.from')}>{delivery.from_address ?? delivery.envelope.from ?? '–'}</Fact>
      <Fact name={t('ledger.to')}>{delivery.envelope.recipients.join(', ') || '–'}</Fact>
      <Fact name={t('ledger.inbox')}>{inbox}</Fact>
      <Fact name={t('ledger.received')}>
        {fullDateTime(delivery.received_at)} ·{' '}
        {delivery.source === 'smtp'
          ? t('ledger.source.smtp', { peer: delivery.envelope.peer ?? '?' })
          : t(delivery.source === 'imap' ? 'ledger.source.imap' : 'ledger.source.api')}
      </Fact>
      <Fact name={t('ledger.size')}>{fileSize(delivery.size)}</Fact>
      {delivery.message_id && <Fact name="Message-ID">{delivery.message_id}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

function Headers({ id }: { id: number }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: queryKeys.deliveryHeaders(id),
    queryFn: ({ signal }) => call(readDeliveryHeaders, { signal, params: { id: String(id) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section className="mt-5">
      <h3 className="mb-1.5 font-semibold">{t('ledger.headers')}</h3>
      {query.isPending && <Skeleton className="h-24 w-full" />}
      {query.error && (
        <p role="alert" className="text-bad">
          {query.error.message}
        </p>
      )}
      {query.data && (
        <section
          aria-label={t('ledger.headers')}
          // Scrollable, so it must be reachable by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: axe requires it for scrollable regions
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-lg bg-surface-sunk"
        >
          <pre className="p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
            {query.data.headers}
            {query.data.is_cut && `\n${t('ledger.headers.cut')}`}
          </pre>
        </section>
      )}
    </section>
  )
}
