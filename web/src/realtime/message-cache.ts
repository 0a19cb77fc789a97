import type { Message } from '@parley/contract/messages/messages'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'
import { patchQueryByKey, refetchChanged, refetchIfFetching } from './patch-query.ts'

type MessagePages = InfiniteData<{ results: Message[]; total: number }>

/** Upserts a message: pages run from newest to oldest, and ids grow with time. */
export function putMessage(cache: QueryClient, message: Message) {
  const queryKey = queryKeys.messages(message.conversation_uuid)
  patchQueryByKey<MessagePages>(cache, queryKey, (old) => upsertMessage(old, message))
  refetchIfFetching(cache, queryKey)
  refetchChanged(cache, queryKeys.participants(message.conversation_uuid))
  if (message.side_thread_uuid) refetchChanged(cache, queryKeys.sideThreads(message.conversation_uuid))
}

function upsertMessage(old: MessagePages, message: Message): MessagePages {
  for (const [index, page] of old.pages.entries()) {
    const position = page.results.findIndex((one) => one.uuid === message.uuid)
    const existing = page.results[position]
    if (!existing) continue
    if (existing.version >= message.version) return old
    return {
      ...old,
      pages: old.pages.with(index, { ...page, results: page.results.with(position, message) }),
    }
  }
  return insertMessage(old, message)
}

/**
 * Inserts it into the first page whose oldest message is older. A message older than everything loaded arrives with
 * its own page.
 */
function insertMessage(old: MessagePages, message: Message): MessagePages {
  const index = old.pages.findIndex((page) => (page.results.at(-1)?.id ?? 0) < message.id)
  const page = old.pages[index]
  if (!page) return old
  const at = page.results.findIndex((one) => one.id < message.id)
  const results = page.results.toSpliced(at < 0 ? page.results.length : at, 0, message)
  return { ...old, pages: old.pages.with(index, { ...page, results, total: page.total + 1 }) }
}
