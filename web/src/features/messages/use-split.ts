import { splitConversation } from '@parley/contract/conversations/merge-conversations'
import type { Message } from '@parley/contract/messages/messages'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { logAction } from '../../undo/action-log.ts'

/** Moves the message and the later ones to a new conversation and opens it; null where that is never possible. */
export function useSplit(message: Message): (() => void) | null {
  const me = useMe()
  const navigate = useNavigate()
  const { conversation_uuid: uuid } = message
  const split = useApiMutation(
    async () => {
      const event_ids: number[] = []
      const created = await call(splitConversation, {
        params: { uuid },
        body: { message: message.uuid },
        onEventId: (id) => event_ids.push(id),
      })
      return { created, event_ids }
    },
    {
      onSuccess: ({ created, event_ids }) => {
        const return_to = location.pathname
        void navigate({ to: return_to.replace(uuid, created.uuid), search: true })
        logAction({
          kind: 'split',
          what: {},
          count: 1,
          event_ids: Promise.resolve(event_ids),
          previous: new Map(),
          return_to,
        })
      },
    },
  )
  if (message.id === 0 || !may(me, 'conversations:merge')) return null
  return () => split.mutate()
}
