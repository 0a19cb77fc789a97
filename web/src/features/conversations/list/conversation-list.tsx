import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import type { FilterNode } from '@parley/contract/shared/filters'
import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Inbox, Lock } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isForbidden } from '../../../api/api-error.ts'
import { type ListKey, listQuery } from '../../../api/conversation-list-queries.ts'
import { useNewDraftCount } from '../../../api/drafts.ts'
import { loadMore } from '../../../api/load-more.ts'
import { useCommands } from '../../../commands/command-registry.ts'
import { isOrderedType } from '../../../lib/inbox-list.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { OPEN } from '../target/conversation-target.ts'
import { backCommand } from './list-commands.ts'
import { type ListChoice, ListHeader } from './list-header.tsx'
import { ListRows } from './list-rows.tsx'

// Only in the list of drafts.
const NewConversationDrafts = lazyPart(() => import('./new-conversation-drafts.tsx'), 'NewConversationDrafts')

/** Below this many rows the end of the list is obvious. */
const MIN_ROWS_FOR_END_NOTE = 10

/** One conversation list with its header. */
export function ConversationList({
  list,
  title,
  pathOf,
  openUuid,
  onChange,
  onSaveView,
  onPrefetch,
  renderEmpty = asIs,
}: {
  list: ListKey
  title: string
  /** The path of a conversation in this list, or of the list itself. */
  pathOf: (uuid?: string) => string
  openUuid: string | null
  onChange: (choice: ListChoice) => void
  /** Saves filters as a view; undefined without permission. */
  onSaveView: ((filters: FilterNode[]) => void) | undefined
  /** The row may be opened next; a chance to prefetch it. */
  onPrefetch: (uuid: string) => void
  /** Renders the empty state; gets the default one. */
  renderEmpty?: ((empty: ReactNode) => ReactNode) | undefined
}) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(listQuery(list))
  const rows = query.data?.pages.flatMap((page) => page.results) ?? []
  const newDrafts = useNewDraftCount(list.type === 'drafts')
  const navigate = useNavigate()
  const back = backCommand(() => void navigate({ to: pathOf(), search: true }))
  // Rows register their own, which also restores the cursor.
  useCommands(rows.length === 0 && openUuid !== null ? [back] : [])
  return (
    <div className="flex h-full flex-col">
      <ListHeader
        title={title}
        list={list}
        head={query.data?.pages[0]}
        unlisted={newDrafts}
        onChange={onChange}
        onSaveView={onSaveView}
      />
      {list.type === 'drafts' && (
        <Suspense>
          <NewConversationDrafts />
        </Suspense>
      )}
      {query.isPending && <LoadingRows />}
      {isForbidden(query.error) && rows.length === 0 && (
        <EmptyState icon={Lock} title={t('list.forbidden.title')}>
          {t('list.forbidden.text')}
        </EmptyState>
      )}
      {query.isError && !isForbidden(query.error) && rows.length === 0 && (
        <ErrorState
          title={t('list.error')}
          message={query.error.message}
          reference={query.error instanceof ApiError ? query.error.request_id : null}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess &&
        rows.length === 0 &&
        newDrafts === 0 &&
        renderEmpty(
          <EmptyState icon={Inbox} title={t('list.empty.title')}>
            {t(emptyText(list))}
          </EmptyState>,
        )}
      {rows.length > 0 && (
        <ListRows
          // Another list starts at its top.
          key={hashKey([list])}
          label={title}
          rows={rows}
          pathOf={pathOf}
          openUuid={openUuid}
          showAssignee={list.type === 'all' || list.type === 'view' || isOrderedType(list.type)}
          onPrefetch={onPrefetch}
          end={
            <ListEnd
              rows={rows}
              more={query.hasNextPage}
              loading={query.isFetchingNextPage}
              failed={query.isFetchNextPageError}
              onMore={() => void loadMore(query)}
            />
          }
        />
      )}
    </div>
  )
}

const asIs = (empty: ReactNode) => empty

const emptyText = (list: ListKey): string => {
  if (isOrderedType(list.type)) return `list.empty.${list.type}`
  return isUnfiltered(list) ? 'list.empty.unfiltered' : 'list.empty.text'
}

/** Shows open conversations, as every inbox does at first: there is no filter to adjust. */
const isUnfiltered = ({ type, status, filters = [] }: ListKey) =>
  type !== 'view' && status === OPEN && filters.length === 0

function ListEnd({
  rows,
  more,
  loading,
  failed,
  onMore,
}: {
  rows: readonly ConversationListItem[]
  more: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
}) {
  const { t } = useTranslation()
  if (!more)
    return rows.length > MIN_ROWS_FOR_END_NOTE ? (
      <p className="py-4 text-center text-xs text-ink-3">{t('list.all_loaded')}</p>
    ) : null
  return (
    <div className="flex flex-col items-center gap-1.5 py-3">
      {failed && (
        <p role="alert" className="text-xs text-bad">
          {t('list.more_failed')}
        </p>
      )}
      <Button size="sm" loading={loading} onClick={onMore}>
        {t('list.load_more')}
      </Button>
    </div>
  )
}

function LoadingRows() {
  const { t } = useTranslation()
  return (
    <div aria-busy role="status" aria-label={t('list.loading')} className="p-1">
      {[72, 56, 88, 64, 80].map((width) => (
        <div key={width} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2.5 px-3 py-2.5">
          <Skeleton className="size-7 rounded-full" />
          <div className="space-y-2 pt-1">
            <Skeleton className="h-3 w-2/5" />
            <div style={{ width: `${width}%` }}>
              <Skeleton className="h-3 w-full" />
            </div>
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
