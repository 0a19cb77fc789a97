import { listMessages, type Message } from '@parley/contract/messages/messages'
import { type InfiniteData, infiniteQueryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

export type MessagePage = { results: Message[]; total: number; next_cursor: string | null }
export type MessagePages = InfiniteData<MessagePage, string | undefined>

export const PAGE_SIZE = 30

/** The messages of a conversation, newest first. Pages go on by cursor: new messages do not shift them. */
export const messagesQuery = (uuid: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.messages(uuid),
    queryFn: ({ pageParam, signal }): Promise<MessagePage> =>
      call(listMessages, { params: { uuid }, query: { page_size: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined, // widens the literal for the pages that follow
    getNextPageParam: (last: MessagePage) => last.next_cursor ?? undefined,
    // TanStack Query types both as unknown; the query's own data is the only thing that comes here.
    structuralSharing: (cached, fetched) =>
      replaceEqualDeep(
        cached,
        keepNewerMessages(cached as MessagePages | undefined, fetched as MessagePages),
      ),
  })

/** An answer that was under way when a message came or changed is older than the cache. */
export function keepNewerMessages(cached: MessagePages | undefined, fetched: MessagePages): MessagePages {
  const known = new Map(cached?.pages.flatMap((page) => page.results).map((one) => [one.uuid, one]))
  if (known.size === 0) return fetched
  const pages = fetched.pages.map((page) => ({
    ...page,
    results: page.results.map((one) => {
      const old = known.get(one.uuid)
      return old && old.version > one.version ? old : one
    }),
  }))
  const [head, ...rest] = pages
  if (!head) return fetched
  const newest = head.results[0]?.id ?? 0
  const arrived = [...known.values()].filter((one) => one.id > newest)
  return { ...fetched, pages: [{ ...head, results: [...arrived, ...head.results] }, ...rest] }
}
