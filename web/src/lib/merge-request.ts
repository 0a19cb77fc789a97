import type { ConversationSummary } from '@parley/contract/conversations/conversations'
import { createStore, useStore } from './store.ts'

/** What the dialog shows of a conversation that is to be merged. */
export type MergeCandidate = Pick<
  ConversationSummary,
  'uuid' | 'reference_number' | 'subject' | 'last_message_at' | 'status_category' | 'contact'
>

const request = createStore<readonly MergeCandidate[] | null>(null)

/** Opens the merge dialog for these conversations, or closes it. Requested by commands and menus, shown by one dialog. */
export const requestMerge = request.set

export const isMergeRequested = (): boolean => request.get() !== null

export const useMergeRequest = (): readonly MergeCandidate[] | null => useStore(request)
