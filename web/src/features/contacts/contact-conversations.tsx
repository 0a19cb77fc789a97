import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { contactConversationsQuery } from '../../api/contact-queries.ts'
import { loadMore } from '../../api/load-more.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { excerpt } from '../../format/truncate.ts'
import { Badge, Count } from '../../ui/display/badge.tsx'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'

const tones = { open: 'accent', waiting: 'warn', closed: 'neutral' } as const

/** Every conversation with the contact that the reader may see, newest first. */
export function ContactConversations({ contactId }: { contactId: number }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(contactConversationsQuery(contactId))
  const rows = query.data?.pages.flatMap((page) => page.results) ?? []
  if (query.isPending)
    return (
      <div aria-busy role="status" aria-label={t('list.loading')} className="space-y-3 py-2">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    )
  if (query.isError && rows.length === 0)
    return (
      <ErrorState
        title={t('list.error')}
        message={query.error.message}
        onRetry={() => void query.refetch()}
      />
    )
  if (rows.length === 0) return <p className="text-ink-3">{t('contacts.conversations.none')}</p>
  return (
    <>
      <ul className="-mx-3">
        {rows.map((row) => (
          <li key={row.uuid}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="sm"
          className="mt-2"
          loading={query.isFetchingNextPage}
          onClick={() => void loadMore(query)}
        >
          {t('list.load_more')}
        </Button>
      )}
    </>
  )
}

function Row({ row }: { row: ConversationListItem }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/inboxes/$type/conversation/$uuid"
      params={{ type: 'all', uuid: row.uuid }}
      search={{ status: row.status === 'Open' ? undefined : row.status }}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-lg px-3 py-2 outline-offset-[-2px] transition-colors hover:bg-hover"
    >
      <span className="flex min-w-0 items-center gap-2">
        <span dir="auto" className="truncate font-medium text-ink">
          {row.subject || t('conversation.no_subject')}
        </span>
        <span className="shrink-0 text-xs text-ink-3 tabular-nums">#{row.reference_number}</span>
        <Count
          value={row.unread_message_count}
          label={t('conversation.unread', { count: row.unread_message_count })}
        />
      </span>
      <Badge tone={tones[row.status_category]}>{row.status}</Badge>
      <span dir="auto" className="truncate text-ink-3">
        {excerpt(row.last_message ?? '')}
      </span>
      <RelativeTime
        at={row.last_message_at ?? row.created_at}
        className="text-right text-xs text-ink-3 tabular-nums"
      />
    </Link>
  )
}
