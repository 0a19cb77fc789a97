import {
  type Conversation,
  getConversation,
  listParticipants,
} from '@parley/contract/conversations/conversations'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keepNewerRow } from './optimistic-patches.ts'
import { queryKeys } from './query-client.ts'

export const conversationQuery = (uuid: string) =>
  queryOptions({
    queryKey: queryKeys.conversation(uuid),
    queryFn: ({ signal }) => call(getConversation, { params: { uuid }, signal }),
    structuralSharing: keepNewerRow,
  })

/** Who writes to whom, and through which inbox: most changes of a conversation leave it alone, and render nothing that depends on it. */
export type Correspondence = Pick<Conversation, 'id' | 'contact' | 'inbox_id' | 'inbox_name' | 'inbox_mail'>

export const correspondenceQuery = (uuid: string) =>
  queryOptions({
    ...conversationQuery(uuid),
    select: ({ id, contact, inbox_id, inbox_name, inbox_mail }): Correspondence => ({
      id,
      contact,
      inbox_id,
      inbox_name,
      inbox_mail,
    }),
  })

export const participantsQuery = (uuid: string) =>
  queryOptions({
    queryKey: queryKeys.participants(uuid),
    queryFn: ({ signal }) => call(listParticipants, { params: { uuid }, signal }),
  })
