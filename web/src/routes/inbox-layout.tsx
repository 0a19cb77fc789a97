import type { FilterNode } from '@parley/contract/shared/filters'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { CircleCheckBig, MessagesSquare } from 'lucide-react'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListKey, listQuery } from '../api/conversation-list-queries.ts'
import { ConversationList } from '../features/conversations/list/conversation-list.tsx'
import { LoadingFrame } from '../features/conversations/loading-frame.tsx'
import { MergeSlot } from '../features/conversations/merge/merge-slot.tsx'
import { toViewFilters } from '../features/views/list-filters.ts'
import { openViewDialog } from '../features/views/view-dialog-state.ts'
import { mayCreateViews } from '../features/views/view-groups.ts'
import { useIsMobile } from '../lib/browser/use-media-query.ts'
import { whenIdle } from '../lib/browser/when-idle.ts'
import { type InboxList, inboxPath } from '../lib/inbox-list.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useIsListEnded } from '../lib/leave-conversation.ts'
import { useEverTrue } from '../lib/use-ever-true.ts'
import { may } from '../session/permissions.ts'
import { statusesQuery } from '../session/queries.ts'
import { useMe } from '../session/use-me.ts'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { inboxFromParams } from './inbox/inbox-from-params.ts'
import { LeaveConversation } from './inbox/leave-conversation.ts'
import { toListSearch } from './inbox/list-search.ts'
import { ConversationPage, prefetchConversation } from './inbox/prefetch-conversation.ts'
import { shownList } from './inbox/prefetch-list.ts'
import { storeListSearch } from './inbox/stored-list-search.ts'
import { useInboxTitle } from './inbox/use-inbox-title.ts'
import { useListWidth } from './inbox/use-list-width.ts'
import { useOpenView } from './inbox/use-open-view.ts'

// Not needed to read the list.
const ViewGone = lazyPart(() => import('./inbox/view-gone.tsx'), 'ViewGone')
const ListResizer = lazyPart(() => import('./inbox/list-resizer.tsx'), 'ListResizer')
const GettingStarted = lazyPart(
  () => import('../features/getting-started/getting-started.tsx'),
  'GettingStarted',
)

/** The list on the left and the open conversation on the right; on a phone only one of them. */
export function InboxLayout() {
  const { type, teamID, viewID, uuid } = useParams({ strict: false })
  const params = { type, teamID, viewID }
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const mobile = useIsMobile()
  const title = useInboxTitle(params)
  const inbox = inboxFromParams(params)
  // Preloaded, because the network may be gone when the first row is opened.
  useEffect(() => whenIdle(() => ConversationPage.preload()), [])
  const me = useMe()
  const statuses = useQuery(statusesQuery).data
  const { view, state } = useOpenView(inbox)
  if (!inbox || !title || state === 'loading') return null
  const list = shownList(inbox, search, me.id, statuses, view)
  const openConversation = (target: string) =>
    void navigate({ to: inboxPath(inbox, target), search: true, replace: true })
  const rows =
    state === 'gone' ? (
      <Suspense>
        <ViewGone uuid={uuid} />
      </Suspense>
    ) : (
      <ListPane inbox={inbox} list={list} title={title} openUuid={uuid ?? null} />
    )
  const page = uuid && (
    <Suspense fallback={<LoadingFrame />}>
      <ConversationPage uuid={uuid} listPath={inboxPath(inbox)} />
    </Suspense>
  )
  return (
    <>
      <LeaveConversation list={list} pathOf={(row) => inboxPath(inbox, row)} openUuid={uuid ?? null} />
      <ListAndPage
        mobile={mobile}
        list={list}
        isGone={state === 'gone'}
        rows={rows}
        page={page || null}
        listPath={inboxPath(inbox)}
      />
      <MergeSlot openUuid={uuid} onOpen={openConversation} />
    </>
  )
}

function ListPane({
  inbox,
  list,
  title,
  openUuid,
}: {
  inbox: InboxList
  list: ListKey
  title: string
  openUuid: string | null
}) {
  const me = useMe()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const mobile = useIsMobile()
  const statuses = useQuery(statusesQuery).data
  const saveAsView = (filters: FilterNode[]) =>
    openViewDialog({ kind: 'new', filters: toViewFilters(list, filters, statuses ?? []) })
  return (
    <ConversationList
      list={list}
      title={title}
      pathOf={(row) => inboxPath(inbox, row)}
      openUuid={openUuid}
      onChange={(choice) => {
        const nextSearch = toListSearch({ ...list, ...choice })
        storeListSearch(me.id, inbox, nextSearch)
        void navigate({ to: '.', search: nextSearch, replace: true })
      }}
      onSaveView={mayCreateViews(me) ? saveAsView : undefined}
      onPrefetch={(row) => prefetchConversation(cache, row)}
      // The only pane on a phone.
      renderEmpty={mobile ? renderGettingStarted : undefined}
    />
  )
}

function ListAndPage({
  mobile,
  list,
  isGone,
  rows,
  page,
  listPath,
}: {
  mobile: boolean
  list: ListKey
  /** The view of the list doesn't exist. */
  isGone: boolean
  rows: ReactNode
  page: ReactNode
  listPath: string
}) {
  // After the rows are shown: its code would compete with them on a slow connection.
  const hasLoaded = useDeferredValue(useHasLoaded(list) || isGone, false)
  if (mobile) return page ? <Panes left={null} right={page} /> : <Panes left={rows} right={null} />
  const nothing = hasLoaded && <GettingStartedOr fallback={<NoConversationOpen listPath={listPath} />} />
  return <Panes left={rows} right={page ?? <>{nothing}</>} resizable={hasLoaded} />
}

/** Whether any list has been loaded, or has failed to. */
function useHasLoaded(list: ListKey): boolean {
  const query = { ...listQuery(list), enabled: false, notifyOnChangeProps: ['isPending' as const] }
  const { isPending } = useInfiniteQuery(query)
  return useEverTrue(!isPending)
}

/** The set-up checklist, for those who can set up the workspace. */
function GettingStartedOr({ fallback }: { fallback: ReactNode }) {
  if (!may(useMe(), 'general_settings:manage')) return fallback
  return (
    <Suspense>
      <GettingStarted fallback={fallback} />
    </Suspense>
  )
}

const renderGettingStarted = (fallback: ReactNode) => <GettingStartedOr fallback={fallback} />

/** Panes keep their state when a tablet is rotated and one of them appears or disappears. */
function Panes({
  left,
  right,
  resizable = false,
}: {
  left: ReactNode
  right: ReactNode
  resizable?: boolean
}) {
  const [width, setWidth] = useListWidth()
  const pane = useRef<HTMLDivElement>(null)
  // 450 px at 1730 px and above, 26 vw below, never under 340 px.
  const listStyle = { width: width === null ? 'clamp(340px, 26.0116vw, 450px)' : `${width}px` }
  return (
    <div className="flex h-full">
      {left && (
        <section
          ref={pane}
          style={right ? listStyle : {}}
          className={`overflow-hidden ${right ? 'max-w-[60%] shrink-0' : 'min-w-0 flex-1'}`}
        >
          {left}
        </section>
      )}
      {left && right && resizable && (
        <Suspense>
          <ListResizer pane={pane} onWidth={setWidth} />
        </Suspense>
      )}
      {right && <section className="min-w-0 flex-1 overflow-hidden">{right}</section>}
    </div>
  )
}

function NoConversationOpen({ listPath }: { listPath: string }) {
  const { t } = useTranslation()
  if (useIsListEnded(listPath))
    return (
      <EmptyState icon={CircleCheckBig} title={t('inbox.list_ended.title')}>
        {t('inbox.list_ended.text')}
      </EmptyState>
    )
  return (
    <EmptyState icon={MessagesSquare} title={t('inbox.none_open.title')}>
      {t('inbox.none_open.text')}
    </EmptyState>
  )
}
