import { z } from 'zod'
import type { Message } from '../messages/messages.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, uuidParams } from '../shared/fields.ts'
import { Conversation } from './conversations.ts'

/** What decides whether two conversations can be merged. */
export type MergeSide = {
  uuid: string
  reference_number: string
  merged_into: { reference_number: string } | null
  in_trash: boolean
}

/** Why the first conversation can’t be merged into the second one, or null when it can. */
export function mergeRefusal(c: MergeSide, into: MergeSide): string | null {
  if (c.uuid === into.uuid) return 'A conversation can’t be merged into itself. Choose another one'
  for (const side of [c, into])
    if (side.in_trash) return `#${side.reference_number} is in the trash. Restore it first`
  if (c.merged_into) return `#${c.reference_number} is already merged into #${c.merged_into.reference_number}`
  if (into.merged_into)
    return `#${into.reference_number} was merged into #${into.merged_into.reference_number}. Choose #${into.merged_into.reference_number} instead`
  return null
}

/** Why the conversation can’t be unmerged, or null when it can. */
export function unmergeRefusal(c: MergeSide, target: MergeSide | null): string | null {
  if (!target) return `#${c.reference_number} isn’t merged into another conversation`
  if (target.merged_into)
    return `#${target.reference_number} was itself merged into #${target.merged_into.reference_number} since. Unmerge #${target.reference_number} first`
  if (target.in_trash) return `#${target.reference_number} is in the trash. Restore it first`
  return null
}

/** Why the conversation can’t be split at this message, or null when it can. */
export function splitRefusal(message: {
  type: Message['type']
  /** A survey or a message of a side thread, which stay where they are. */
  is_apart: boolean
  /** No email or note comes before it. */
  is_first: boolean
  /** A conversation that was merged in, with messages from this one on. */
  merged: { reference_number: string } | null
}): string | null {
  if (message.type === 'activity' || message.is_apart) return 'Choose an email or a note to split at'
  if (message.merged)
    return `Messages of #${message.merged.reference_number}, which was merged into this conversation, would move as well. Unmerge #${message.merged.reference_number} first`
  if (message.is_first) return 'This is the first message, so nothing would remain. Choose a later one'
  return null
}

/** Why the messages of a split can’t be moved back, or null when they can. */
export function unsplitRefusal(
  c: { reference_number: string },
  state: { is_split: boolean; is_hidden: boolean; has_changed: boolean },
): string | null {
  const number = `#${c.reference_number}`
  if (!state.is_split)
    return `${number} wasn’t split from another conversation, or its messages were moved back`
  if (state.is_hidden)
    return `${number} or the conversation it was split from is in the trash or was merged since`
  if (state.has_changed)
    return `${number} has changed since it was split. Merge the two conversations instead`
  return null
}

/** Why nothing can be changed in a merged conversation. */
export const mergedRefusal = (c: { reference_number: string }, root: { reference_number: string }): string =>
  `#${c.reference_number} was merged into #${root.reference_number}. Continue in #${root.reference_number}`

const tag = 'conversations'
const access = 'conversations:merge'
export const mergeConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/merge',
  access,
  summary: 'Merge into another conversation, which then shows the messages of both',
  tag,
  params: uuidParams,
  body: z.object({ into: z.uuid() }),
  response: acknowledgement,
})
export const unmergeConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/unmerge',
  access,
  summary: 'Take a merged conversation out again; both are as they were before',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const splitConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/split',
  access,
  summary: 'Move a message and the later ones to a new conversation',
  tag,
  params: uuidParams,
  body: z.object({ message: z.uuid() }),
  response: Conversation,
})
export const unsplitConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/unsplit',
  access,
  summary: 'Move the messages of a split conversation back, unless it has changed since',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
