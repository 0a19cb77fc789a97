import type { Message } from '@parley/contract/messages'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { keys } from '../api/query.ts'
import { askAnewIfUnderWay, patchKey } from './patch.ts'

type MessagePages = InfiniteData<{ results: Message[]; total: number }>

/** Puts a message where it belongs: pages run from the newest message to the oldest, and ids grow with time. */
export function putMessage(cache: QueryClient, message: Message) {
  const queryKey = keys.messages(message.conversation_uuid)
  patchKey<MessagePages>(cache, queryKey, (old) => place(old, message))
  askAnewIfUnderWay(cache, queryKey)
  void cache.invalidateQueries({ queryKey: keys.participants(message.conversation_uuid) })
}

function place(old: MessagePages, message: Message): MessagePages {
  for (const [index, page] of old.pages.entries()) {
    const at = page.results.findIndex((one) => one.uuid === message.uuid)
    const known = page.results[at]
    if (!known) continue
    if (known.version >= message.version) return old
    return { ...old, pages: old.pages.with(index, { ...page, results: page.results.with(at, message) }) }
  }
  return insert(old, message)
}

/** Into the first page whose oldest message is older; what is older than everything loaded comes with its own page. */
function insert(old: MessagePages, message: Message): MessagePages {
  const index = old.pages.findIndex((page) => (page.results.at(-1)?.id ?? 0) < message.id)
  const page = old.pages[index]
  if (!page) return old
  const at = page.results.findIndex((one) => one.id < message.id)
  const results = page.results.toSpliced(at < 0 ? page.results.length : at, 0, message)
  return { ...old, pages: old.pages.with(index, { ...page, results, total: page.total + 1 }) }
}
