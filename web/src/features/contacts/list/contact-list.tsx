import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isForbidden } from '../../../api/api-error.ts'
import { type ContactListKey, contactListQuery } from '../../../api/contact-queries.ts'
import { NoAccess } from '../../../areas/no-access.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useContactSearchCommand } from '../contact-commands.ts'
import { ContactListHeader } from './contact-list-header.tsx'
import { ContactPager } from './contact-pager.tsx'
import { ContactRows } from './contact-rows.tsx'

/** All contacts, one page at a time. */
export function ContactList({
  list,
  onChange,
}: {
  list: ContactListKey
  onChange: (choice: ContactListKey) => void
}) {
  const { t } = useTranslation()
  const search = useRef<HTMLInputElement>(null)
  useContactSearchCommand(() => search.current?.select())
  const query = useQuery(contactListQuery(list))
  const page = query.data
  const isFiltered = list.search !== '' || list.blocked !== null || list.within !== null
  return (
    <div className="flex h-full flex-col">
      <ContactListHeader list={list} page={page} searchRef={search} onChoose={onChange} />
      {query.isPending && <LoadingRows />}
      {isForbidden(query.error) && !page && (
        <NoAccess area={t('contacts.title')} permissions={['contacts:read_all']} heading="h2" />
      )}
      {query.isError && !isForbidden(query.error) && !page && (
        <ErrorState
          title={t('contacts.error')}
          message={query.error.message}
          reference={query.error instanceof ApiError ? query.error.request_id : null}
          onRetry={() => void query.refetch()}
        />
      )}
      {page?.results.length === 0 && (
        <EmptyState
          icon={Users}
          title={t(isFiltered ? 'contacts.none_found' : 'contacts.empty.title')}
          action={
            isFiltered && (
              <Button onClick={() => onChange({ ...list, search: '', blocked: null, within: null, page: 1 })}>
                {t('contacts.clear')}
              </Button>
            )
          }
        >
          {t(isFiltered ? 'contacts.none_found.text' : 'contacts.empty.text')}
        </EmptyState>
      )}
      {page && page.results.length > 0 && (
        <>
          <ContactRows rows={page.results} isLoadingPage={query.isPlaceholderData} />
          <ContactPager list={list} page={page} onChange={onChange} />
        </>
      )}
    </div>
  )
}

function LoadingRows() {
  const { t } = useTranslation()
  return (
    <div aria-busy role="status" aria-label={t('contacts.loading')} className="px-2 pt-9 md:px-4">
      {[30, 22, 36, 26, 32].map((width) => (
        <div key={width} className="flex h-12 items-center gap-3 px-3">
          <Skeleton className="size-7" round />
          <div style={{ width: `${width}%` }}>
            <Skeleton className="h-3 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
