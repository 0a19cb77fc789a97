import { getConversation, listParticipants } from '@parley/contract/conversations'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keepNewerRow } from './keep-newer.ts'
import { keys } from './query.ts'

export const conversationQuery = (uuid: string) =>
  queryOptions({
    queryKey: keys.conversation(uuid),
    queryFn: ({ signal }) => call(getConversation, { params: { uuid }, signal }),
    structuralSharing: keepNewerRow,
  })

export const participantsQuery = (uuid: string) =>
  queryOptions({
    queryKey: keys.participants(uuid),
    queryFn: ({ signal }) => call(listParticipants, { params: { uuid }, signal }),
  })
