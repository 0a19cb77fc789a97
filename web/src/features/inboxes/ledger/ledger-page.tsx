import { countDeliveries, deliveryStates, listDeliveries, type MailDelivery } from '@parley/contract/email'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronRight, MailSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query.ts'
import { inboxesQuery } from '../../../session/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { INBOXES } from '../inbox-fields.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { LEDGER, type LedgerSearch } from './places.ts'
import { StateFilter } from './state-filter.tsx'

const PAGE_SIZE = 50
const lookAgain = { refetchInterval: 5_000 }

/** Every mail that came in, and what became of it: nothing is ever dropped without a line here. */
export function LedgerPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ from: '/main/admin-area/admin/inboxes/mail' })
  const { state, inbox, page = 1 } = search
  const query = {
    page: String(page),
    page_size: String(PAGE_SIZE),
    ...(state && { state }),
    ...(inbox && { inbox_id: String(inbox) }),
  }
  const list = useQuery({
    queryKey: keys.deliveryList(query),
    queryFn: ({ signal }) => call(listDeliveries, { signal, query }),
    placeholderData: keepPreviousData,
    ...lookAgain,
  })
  const counts = useQuery({
    queryKey: keys.deliveryCounts,
    queryFn: ({ signal }) => call(countDeliveries, { signal }),
    ...lookAgain,
  }).data
  const inboxes = useQuery(inboxesQuery).data ?? []
  const [opened, setOpened] = useState<MailDelivery | null>(null)
  const go = (to: LedgerSearch) => void navigate({ to: LEDGER, search: to, replace: true })
  const nameOf = (id: number | null) => inboxes.find((one) => one.id === id)?.name ?? t('ledger.inbox.gone')
  const rows = list.data?.results ?? []
  // A reading that ended meanwhile shows in the open dialog too.
  const current = opened && (rows.find(({ id }) => id === opened.id) ?? opened)
  return (
    <Page
      title={t('ledger.title')}
      lead={t('ledger.lead')}
      trail={
        <nav aria-label={t('form.trail')} className="mb-1 flex items-center gap-1.5 text-ink-3">
          <Link to={INBOXES} className="hover:text-ink">
            {t('admin.inboxes')}
          </Link>
          <ChevronRight size={14} aria-hidden />
          <span className="truncate">{t('ledger.title')}</span>
        </nav>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <StateFilter
          states={deliveryStates}
          value={state ?? null}
          // Counted over all inboxes: beside one of them they would be wrong.
          counts={inbox ? undefined : counts}
          onChange={(next) => go({ ...(next && { state: next }), ...(inbox && { inbox }) })}
        />
        <div className="ml-auto w-44">
          <Select
            label={t('ledger.inbox')}
            value={inbox ?? 0}
            options={[
              { value: 0, label: t('ledger.inbox.all') },
              ...inboxes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={(id) => go({ ...(state && { state }), ...(id && { inbox: id }) })}
          />
        </div>
      </div>
      {list.isPending && <Loading />}
      {list.isError && !list.data && (
        <ErrorState
          title={t('entities.error', { title: t('ledger.title') })}
          message={list.error.message}
          reference={list.error instanceof ApiError ? list.error.request_id : null}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && rows.length === 0 && (
        <EmptyState icon={MailSearch} title={t(state ? 'ledger.empty.state' : 'ledger.empty.title')}>
          {t(state === 'quarantined' ? 'ledger.empty.quarantine' : 'ledger.empty.text')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul aria-label={t('ledger.title')} className="border-t">
          {rows.map((row) => (
            <DeliveryRow
              key={row.id}
              delivery={row}
              inbox={nameOf(row.inbox_id)}
              onOpen={() => setOpened(row)}
            />
          ))}
        </ul>
      )}
      {list.data && list.data.total_pages > 1 && (
        <div className="mt-4 flex items-center justify-end gap-2 text-ink-3">
          <span className="mr-1 tabular-nums">
            {t('ledger.page', { page, pages: list.data.total_pages })}
            {list.data.total_is_estimate && '+'}
          </span>
          <Button disabled={page <= 1} onClick={() => go({ ...search, page: page - 1 })}>
            {t('ledger.newer')}
          </Button>
          <Button disabled={page >= list.data.total_pages} onClick={() => go({ ...search, page: page + 1 })}>
            {t('ledger.older')}
          </Button>
        </div>
      )}
      {current && (
        <DeliveryDialog
          key={current.id}
          delivery={current}
          inbox={nameOf(current.inbox_id)}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy aria-label={t('entities.loading', { title: t('ledger.title') })}>
      {[62, 48, 70, 55].map((width) => (
        <div key={width} className="flex h-14 items-center border-t px-3" style={{ width: `${width}%` }}>
          <Skeleton className="h-3 w-full" />
        </div>
      ))}
    </div>
  )
}
