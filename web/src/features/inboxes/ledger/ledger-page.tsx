import { deliveryStates } from '@parley/contract/delivery-states'
import { countDeliveries, listDeliveries, type MailDelivery } from '@parley/contract/email'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MailSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Trail } from '../../../admin/form-page.tsx'
import { LogList } from '../../../admin/log-list.tsx'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query.ts'
import { inboxesQuery } from '../../../session/queries.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Select } from '../../../ui/select.tsx'
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
  // A reading that ended meanwhile shows in the open dialog too.
  const current = opened && (list.data?.results.find(({ id }) => id === opened.id) ?? opened)
  return (
    <Page
      title={t('ledger.title')}
      lead={t('ledger.lead')}
      trail={<Trail within={{ to: INBOXES, label: t('admin.inboxes') }} title={t('ledger.title')} />}
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
      <LogList
        title={t('ledger.title')}
        query={list}
        page={page}
        onPage={(to) => go({ ...search, page: to })}
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
                onOpen={() => setOpened(row)}
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
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  )
}
