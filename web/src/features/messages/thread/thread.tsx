import { parseFromHeader } from '@parley/contract/email/from-header'
import type { Inbox } from '@parley/contract/inboxes/inboxes'
import type { Message } from '@parley/contract/messages/messages'
import { ownAddresses } from '@parley/contract/messages/recipients'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAiEnabled } from '../../../ai/use-ai-enabled.ts'
import { ApiError } from '../../../api/api-error.ts'
import {
  type Correspondence,
  conversationQuery,
  correspondenceQuery,
} from '../../../api/conversation-queries.ts'
import { unconfirmedMessages, useInFlightMessages } from '../../../api/in-flight-messages.ts'
import { messagesQuery } from '../../../api/message-queries.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useAfterPaint } from '../../../lib/use-after-paint.ts'
import { inboxesQuery } from '../../../session/queries.ts'
import { useMe } from '../../../session/use-me.ts'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Spinner } from '../../../ui/display/spinner.tsx'
import { MessageItem } from '../message-item.tsx'
import type { NameContext } from '../participant-name.ts'
import { ActivityLines } from './activity-lines.tsx'
import { DayDivider } from './day-divider.tsx'
import { firstMessageToRead } from './first-unread.ts'
import { openingRange } from './screenful.ts'
import { timeline } from './timeline.ts'
import { useHeldMessages } from './use-held-messages.ts'
import { useLinkedMessage, useLinkedUuid } from './use-linked-message.ts'
import { useNewMessages } from './use-new-messages.ts'
import { useRenderedCount } from './use-rendered-count.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

// Only where something was forwarded.
const SideThreadGroup = lazyPart(() => import('../side-threads/side-thread-group.tsx'), 'SideThreadGroup')

/** Among how many of the newest messages the first unread one is looked for. */
const MAX_UNREAD = 60

/** The messages of a conversation by day, newest at the bottom; older ones load on scroll. */
export function Thread({ uuid, end }: { uuid: string; end?: ReactNode }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(messagesQuery(uuid))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const loadOlder = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  if (query.data)
    return (
      <LoadedThread
        uuid={uuid}
        end={end}
        saved={query.data.pages.flatMap((page) => page.results)}
        hasOlder={hasNextPage}
        loadingOlder={isFetchingNextPage}
        loadOlder={loadOlder}
      />
    )
  if (!query.error) return <LoadingThread />
  return (
    <div className="min-h-0 flex-1">
      <ErrorState
        title={t('thread.error')}
        message={query.error.message}
        reference={query.error instanceof ApiError ? query.error.request_id : null}
        onRetry={() => void query.refetch()}
      />
    </div>
  )
}

function LoadedThread({
  uuid,
  end,
  saved,
  hasOlder,
  loadingOlder,
  loadOlder,
}: {
  uuid: string
  end: ReactNode
  /** Messages from the server, newest first. */
  saved: Message[]
  hasOlder: boolean
  loadingOlder: boolean
  loadOlder: () => void
}) {
  const { t } = useTranslation()
  const me = useMe()
  const start = useStartMessage(uuid, saved, me.id)
  const { from, to } = useOpeningRange(saved, start)
  const { rendered, hasMore, renderMore, renderAtLeast } = useRenderedCount(saved.length, to)
  const nameContext = useNameContext(uuid)
  const canTranslate = useAiEnabled()
  const held = useHeldMessages(uuid, saved)
  const inFlight = useInFlightMessages(uuid)
  const sending = [...held, ...unconfirmedMessages(saved, inFlight, me.id)]
  // What is below the screen follows after the first paint.
  const below = useAfterPaint(0, sending.length > 0 ? 0 : from)
  const oldestFirst = saved.slice(below, rendered).reverse()
  const newest = saved[0]
  const { scroller, content, atBottom, onScroll, toBottom } = useThreadScroll({
    start,
    first: oldestFirst[0]?.uuid,
    last: sending.at(-1)?.uuid ?? newest?.uuid,
    lastIsMine: sending.length > 0,
    isCutOff: below > 0,
    loadOlder: hasMore ? renderMore : loadOlder,
  })
  useLinkedMessage(scroller, {
    saved,
    rendered,
    hasOlder,
    loadingOlder,
    loadOlder,
    render: renderAtLeast,
  })
  const { announcement, missed } = useNewMessages(saved, me.id, atBottom)

  return (
    <section aria-label={t('thread.label')} className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        onScroll={onScroll}
        // Focusable, to scroll by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain outline-offset-[-2px]"
      >
        <div ref={content} className="flex min-h-full flex-col justify-end px-4 pt-1.5 pb-3 md:px-6">
          {(hasOlder || hasMore) && (
            <div
              className="grid h-10 place-items-center text-ink-3"
              role="status"
              aria-label={t('thread.older')}
            >
              {loadingOlder && <Spinner />}
            </div>
          )}
          {timeline(below > 0 ? oldestFirst : [...oldestFirst, ...sending]).map((day) => (
            <div key={day.key} data-day className="flex flex-col [contain-intrinsic-size:auto_8rem]">
              <DayDivider at={day.at} />
              {day.items.map((item) =>
                item.kind === 'message' ? (
                  <MessageItem
                    key={item.key}
                    message={item.message}
                    nameContext={nameContext}
                    canTranslate={canTranslate}
                  />
                ) : item.kind === 'activities' ? (
                  <ActivityLines key={item.key} lines={item.lines} />
                ) : (
                  <Suspense key={item.key} fallback={<Skeleton className="my-2 h-16 w-full" />}>
                    <SideThreadGroup
                      messages={item.messages}
                      nameContext={nameContext}
                      canTranslate={canTranslate}
                    />
                  </Suspense>
                ),
              )}
            </div>
          ))}
          {end}
          {saved.length === 0 && sending.length === 0 && (
            <p className="py-8 text-center text-ink-3">{t('thread.empty')}</p>
          )}
        </div>
      </div>
      {!atBottom && <ToNewest missed={missed} onClick={toBottom} />}
      <p aria-live="polite" className="sr-only">
        {announcement && t('thread.announce', announcement)}
      </p>
    </section>
  )
}

/** The message that the thread opens at; none when the URL names a message (see useLinkedMessage). */
function useStartMessage(uuid: string, saved: readonly Message[], myId: number): string | undefined {
  const cache = useQueryClient()
  const isLinked = useLinkedUuid() !== undefined
  const [start] = useState(() => {
    if (isLinked) return undefined
    const unread = cache.getQueryData(conversationQuery(uuid).queryKey)?.unread_message_count ?? 0
    return firstMessageToRead(saved.slice(0, MAX_UNREAD), unread, myId)
  })
  return start
}

/** The header and the composer take at least this much of the window. */
const AROUND_THREAD = 0.25

function useOpeningRange(saved: readonly Message[], start: string | undefined) {
  const [range] = useState(() => openingRange(saved, start, innerHeight * (1 - AROUND_THREAD)))
  return range
}

function useNameContext(uuid: string): NameContext | null {
  const inboxes = useQuery(inboxesQuery).data
  const { data } = useQuery(correspondenceQuery(uuid))
  return data ? toNameContext(data, inboxes ?? []) : null
}

function toNameContext(
  { contact, inbox_id, inbox_name, inbox_mail }: Correspondence,
  inboxes: readonly Inbox[],
): NameContext {
  const own = ownAddresses(inboxes.filter(({ id }) => id === inbox_id))
  return { contact, inbox_name, inbox_addresses: [parseFromHeader(inbox_mail).address, ...own] }
}

function ToNewest({ missed, onClick }: { missed: number; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute bottom-3 left-1/2 flex h-7.5 -translate-x-1/2 items-center gap-1.5 whitespace-nowrap rounded-full bg-raised px-3 text-xs font-medium shadow-pop transition-colors hover:bg-hover"
    >
      <ArrowDown size={14} aria-hidden />
      {missed > 0 ? t('thread.new_messages', { count: missed }) : t('thread.to_newest')}
    </button>
  )
}

function LoadingThread() {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-busy
      aria-label={t('thread.loading')}
      className="flex min-h-0 flex-1 flex-col justify-end gap-7 overflow-hidden px-6 pb-8"
    >
      {['w-3/5', 'w-4/5', 'w-2/5'].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-7" round />
          <div className="flex-1 space-y-2.5">
            <Skeleton className="h-3 w-32" />
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
