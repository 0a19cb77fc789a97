import { countDeliveries, listDeliveries, type MailDelivery } from '@parley/contract/email/mail-deliveries'
import { deliveryStates } from '@parley/contract/email/mail-delivery-states'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MailSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LogList } from '../../../admin/list/log-list.tsx'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { Breadcrumb } from '../../../forms/form-page.tsx'
import { inboxesQuery } from '../../../session/queries.ts'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { INBOXES_PATH } from '../inbox-fields.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { LEDGER_PATH, type LedgerSearch } from './ledger-search.ts'
import { StateFilter } from './state-filter.tsx'

const PAGE_SIZE = 50
const POLLING = { refetchInterval: 5_000 }

/** The delivery ledger: every received email and what happened to it. */
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
    queryKey: queryKeys.deliveryList(query),
    queryFn: ({ signal }) => call(listDeliveries, { signal, query }),
    placeholderData: keepPreviousData,
    ...POLLING,
  })
  const counts = useQuery({
    queryKey: queryKeys.deliveryCounts,
    queryFn: ({ signal }) => call(countDeliveries, { signal }),
    ...POLLING,
  }).data
  const inboxes = useQuery(inboxesQuery).data ?? []
  const [openDelivery, setOpenDelivery] = useState<MailDelivery | null>(null)
  const navigateTo = (to: LedgerSearch) => void navigate({ to: LEDGER_PATH, search: to, replace: true })
  const nameOf = (id: number | null) =>
    inboxes.find((candidate) => candidate.id === id)?.name ?? t('ledger.inbox.gone')
  // Updates the open dialog when its replay has finished.
  const current =
    openDelivery && (list.data?.results.find(({ id }) => id === openDelivery.id) ?? openDelivery)
  return (
    <Page
      title={t('ledger.title')}
      lead={t('ledger.lead')}
      breadcrumb={
        <Breadcrumb parent={{ to: INBOXES_PATH, label: t('admin.inboxes') }} title={t('ledger.title')} />
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <StateFilter
          states={deliveryStates}
          value={state ?? null}
          // Counts are for all inboxes, so hide them when one is selected.
          counts={inbox ? undefined : counts}
          onChange={(next) => navigateTo({ ...(next && { state: next }), ...(inbox && { inbox }) })}
        />
        <div className="ml-auto w-44">
          <Select
            label={t('ledger.inbox')}
            value={inbox ?? 0}
            options={[
              { value: 0, label: t('ledger.inbox.all') },
              ...inboxes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={(id) => navigateTo({ ...(state && { state }), ...(id && { inbox: id }) })}
          />
        </div>
      </div>
      <LogList
        title={t('ledger.title')}
        query={list}
        page={page}
        onPageChange={(nextPage) => navigateTo({ ...search, page: nextPage })}
        empty={
          <EmptyState icon={MailSearch} title={t(state ? 'ledger.empty.state' : 'ledger.empty.title')}>
            {t(state === 'quarantined' ? 'ledger.empty.quarantine' : 'ledger.empty.text')}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label={t('ledger.title')} className="border-t">
            {rows.map((row) => (
              <DeliveryRow
                key={row.id}
                delivery={row}
                inbox={nameOf(row.inbox_id)}
                onOpen={() => setOpenDelivery(row)}
              />
            ))}
          </ul>
        )}
      </LogList>
      {current && (
        <DeliveryDialog
          key={current.id}
          delivery={current}
          inbox={nameOf(current.inbox_id)}
          onClose={() => setOpenDelivery(null)}
        />
      )}
    </Page>
  )
}
