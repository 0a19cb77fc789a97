import { markNotificationsRead } from '@parley/contract/notifications/notification-centre'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, CheckCheck, Settings } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { loadMore } from '../../api/load-more.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { notificationsQuery } from './centre-queries.ts'
import { NotificationRow } from './notification-row.tsx'

/** The agent's notifications, newest first. Arrow keys move between them, Enter opens one. */
export function NotificationCentre({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [unread, setUnread] = useState(false)
  const query = useInfiniteQuery(notificationsQuery(unread))
  const rows = query.data?.pages.flatMap((page) => page.results) ?? []
  const newest = rows[0]?.happened_at
  const readAll = useApiMutation(() => call(markNotificationsRead, { body: { until: newest } }), {
    invalidateKey: queryKeys.notifications,
  })
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-1 border-b pr-1.5 pl-3.5">
        <h2 className="flex-1 truncate font-semibold">{t('centre.title')}</h2>
        <Button size="sm" variant="ghost" aria-pressed={unread} onClick={() => setUnread(!unread)}>
          {t(unread ? 'centre.show_all' : 'centre.show_unread')}
        </Button>
        <IconButton
          label={t('centre.read_all')}
          disabled={!rows.some(({ read_at }) => read_at === null)}
          onClick={() => readAll.mutate()}
        >
          <CheckCheck size={16} aria-hidden />
        </IconButton>
        <Link
          to="/account/notifications"
          aria-label={t('centre.settings')}
          title={t('centre.settings')}
          onClick={onClose}
          className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
        >
          <Settings size={16} aria-hidden />
        </Link>
      </header>
      {query.isPending && <Loading />}
      {query.isError && rows.length === 0 && (
        <ErrorState
          title={t('centre.failed')}
          message={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon={BellOff} title={t(unread ? 'centre.empty_unread' : 'centre.empty')}>
          {t('centre.empty.text')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul
          aria-label={t('centre.title')}
          className="min-h-0 flex-1 overflow-y-auto p-1"
          onKeyDown={moveFocus}
        >
          {rows.map((row) => (
            <NotificationRow key={row.uuid} notification={row} onOpen={onClose} />
          ))}
          {query.hasNextPage && (
            <li className="p-2 text-center">
              <Button
                size="sm"
                variant="ghost"
                loading={query.isFetchingNextPage}
                onClick={() => void loadMore(query)}
              >
                {t('list.load_more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy aria-label={t('centre.loading')} className="space-y-3 p-3.5">
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} className="h-10 w-full" />
      ))}
    </div>
  )
}

/** Arrow keys, as in every list; from the header to the first row. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.defaultPrevented) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const next = links[links.findIndex((link) => link.contains(document.activeElement)) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
