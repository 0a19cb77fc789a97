import { getConversation, listParticipants } from '@parley/contract/conversations/conversations'
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

export const participantsQuery = (uuid: string) =>
  queryOptions({
    queryKey: queryKeys.participants(uuid),
    queryFn: ({ signal }) => call(listParticipants, { params: { uuid }, signal }),
  })
