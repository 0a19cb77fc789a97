import {
  getWebhook,
  listWebhookDeliveries,
  replayWebhookDeliveries,
  type Webhook,
  webhookEvents,
  webhookReplayRefusal,
  webhookStates,
} from '@parley/contract/webhooks/webhooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { RotateCcw, Webhook as WebhookIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../../admin/entity-page.tsx'
import { entityQuery } from '../../../admin/entity-queries.ts'
import { LogList } from '../../../admin/list/log-list.tsx'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { Breadcrumb } from '../../../forms/form-page.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { logPath, WEBHOOKS_PATH } from '../webhook-fields.ts'
import { WebhookHealthBadge } from '../webhook-health.tsx'
import { WebhookTabs } from '../webhook-tabs.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import type { LogSearch } from './log-search.ts'

const PAGE_SIZE = 50

export function WebhookLogPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/webhooks/$id/deliveries' })
  const query = useQuery({ ...entityQuery('webhooks', getWebhook, id), refetchInterval: 10_000 })
  return (
    <EntityPage query={query} parent={{ to: WEBHOOKS_PATH, label: t('admin.webhooks') }}>
      {(webhook) => <WebhookLog key={webhook.id} webhook={webhook} />}
    </EntityPage>
  )
}

/** A webhook's deliveries of the last 30 days. */
function WebhookLog({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ from: '/main/admin-area/admin/webhooks/$id/deliveries' })
  const { state, event, page = 1, delivery } = search
  const query = {
    page: String(page),
    page_size: String(PAGE_SIZE),
    ...(state && { state }),
    ...(event && webhookEvents.includes(event) && { event }),
  }
  const list = useQuery({
    queryKey: queryKeys.webhookDeliveries(webhook.id, query),
    queryFn: ({ signal }) =>
      call(listWebhookDeliveries, { signal, params: { id: String(webhook.id) }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
  const navigateTo = (to: LogSearch) => void navigate({ to: logPath(webhook.id), search: to, replace: true })
  const isFiltered = state !== undefined || event !== undefined
  const isEmpty = !list.data?.results.length
  const filters = { ...(state && { state }), ...(event && { event }) }
  return (
    <Page
      title={webhook.name}
      lead={t('webhooks.log.lead')}
      breadcrumb={
        <Breadcrumb parent={{ to: WEBHOOKS_PATH, label: t('admin.webhooks') }} title={webhook.name} />
      }
      actions={<WebhookHealthBadge webhook={webhook} />}
    >
      <WebhookTabs id={webhook.id} />
      <div className="my-3 flex flex-wrap items-center gap-2">
        <div className="w-40">
          <Select
            label={t('webhooks.state')}
            value={state ?? 'all'}
            options={[
              { value: 'all', label: t('webhooks.state.all') },
              ...webhookStates.map((one) => ({ value: one, label: t(`webhooks.state.${one}`) })),
            ]}
            onValueChange={(one) => navigateTo({ ...filters, state: one === 'all' ? undefined : one })}
          />
        </div>
        <div className="w-52">
          <Select
            label={t('webhooks.event')}
            value={event ?? 'all'}
            options={[
              { value: 'all', label: t('webhooks.event.all') },
              ...webhookEvents.map((one) => ({ value: one, label: t(`webhooks.event.${one}`) })),
            ]}
            onValueChange={(one) => navigateTo({ ...filters, event: one === 'all' ? undefined : one })}
          />
        </div>
        {(state === 'failed' || state === 'skipped') && !isEmpty && (
          <ReplayAllButton webhook={webhook} state={state} />
        )}
      </div>
      <LogList
        title={t('webhooks.log')}
        query={list}
        page={page}
        onPageChange={(nextPage) => navigateTo({ ...filters, page: nextPage })}
        empty={
          <EmptyState icon={WebhookIcon} title={t(isFiltered ? 'webhooks.log.none' : 'webhooks.log.empty')}>
            {t(isFiltered ? 'webhooks.log.none.text' : 'webhooks.log.empty.text')}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label={t('webhooks.log')} className="border-t">
            {rows.map((row) => (
              <DeliveryRow
                key={row.id}
                delivery={row}
                onOpen={() => navigateTo({ ...filters, page, delivery: row.id })}
              />
            ))}
          </ul>
        )}
      </LogList>
      {delivery !== undefined && (
        <DeliveryDrawer
          key={delivery}
          webhook_id={webhook.id}
          id={delivery}
          refusal={webhookReplayRefusal(webhook)}
          onClose={() => navigateTo({ ...filters, page })}
        />
      )}
    </Page>
  )
}

function ReplayAllButton({ webhook, state }: { webhook: Webhook; state: 'failed' | 'skipped' }) {
  const { t } = useTranslation()
  const replay = useApiMutation(
    () => call(replayWebhookDeliveries, { params: { id: String(webhook.id) }, body: { state } }),
    {
      invalidateKey: queryKeys.webhooks,
      successMessage: ({ count }) => t('webhooks.replayed_all', { count }),
    },
  )
  const refusal = webhookReplayRefusal(webhook)
  return (
    <Button
      className="md:ml-auto"
      disabled={refusal !== null}
      title={refusal ?? undefined}
      loading={replay.isPending}
      onClick={() => replay.mutate()}
    >
      <RotateCcw size={14} aria-hidden />
      {t(state === 'failed' ? 'webhooks.replay.failed' : 'webhooks.replay.skipped')}
    </Button>
  )
}
