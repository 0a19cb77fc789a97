import { listMessages, type Message } from '@parley/contract/messages/messages'
import { type InfiniteData, infiniteQueryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

export type MessagePage = { results: Message[]; total: number; next_cursor: string | null }
export type MessagePages = InfiniteData<MessagePage, string | undefined>

export const PAGE_SIZE = 30

/** The messages of a conversation, newest first. Cursor pagination: new messages do not shift the pages. */
export const messagesQuery = (uuid: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.messages(uuid),
    queryFn: ({ pageParam, signal }): Promise<MessagePage> =>
      call(listMessages, { params: { uuid }, query: { page_size: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined, // widens the literal for the pages that follow
    getNextPageParam: (last: MessagePage) => last.next_cursor ?? undefined,
    // TanStack Query types both as unknown; they are always this query's own data.
    structuralSharing: (cached, fetched) =>
      replaceEqualDeep(
        cached,
        keepNewerMessages(cached as MessagePages | undefined, fetched as MessagePages),
      ),
  })

/** A response that was in flight while a message was created or changed is older than the cache. */
export function keepNewerMessages(cached: MessagePages | undefined, fetched: MessagePages): MessagePages {
  const cachedByUuid = new Map(cached?.pages.flatMap((page) => page.results).map((one) => [one.uuid, one]))
  if (cachedByUuid.size === 0) return fetched
  const pages = fetched.pages.map((page) => ({
    ...page,
    results: page.results.map((one) => {
      const old = cachedByUuid.get(one.uuid)
      return old && old.version > one.version ? old : one
    }),
  }))
  const [head, ...rest] = pages
  if (!head) return fetched
  // The first one doesn't always have the highest id: messages are sorted by time.
  const newest = Math.max(0, ...pages.flatMap(({ results }) => results.map(({ id }) => id)))
  const newer = [...cachedByUuid.values()].filter((one) => one.id > newest)
  return { ...fetched, pages: [{ ...head, results: [...newer, ...head.results] }, ...rest] }
}
