import { splitConversation, unsplitConversation } from '@parley/contract/conversations/merge-conversations'
import type { Message } from '@parley/contract/messages/messages'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { showFailure, toast } from '../../lib/toast.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

/** Moves the message and the later ones to a new conversation and opens it; null where that is never possible. */
export function useSplit(message: Message): (() => void) | null {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const { conversation_uuid: uuid } = message
  const open = (from: string, to: string) =>
    void navigate({ to: location.pathname.replace(from, to), search: true })
  const undo = async (created: string) => {
    await call(unsplitConversation, { params: { uuid: created } })
    if (location.pathname.includes(created)) open(created, uuid)
  }
  const split = useApiMutation(
    () => call(splitConversation, { params: { uuid }, body: { message: message.uuid } }),
    {
      onSuccess: (created) => {
        open(uuid, created.uuid)
        toast.success(t('merges.split_done', { number: created.reference_number }), {
          action: {
            label: t('merges.undo'),
            onClick: () => void undo(created.uuid).catch((error) => showFailure(error)),
          },
        })
      },
    },
  )
  if (message.id === 0 || !may(me, 'conversations:merge')) return null
  return () => split.mutate()
}
