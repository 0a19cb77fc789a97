import { createConversation } from '@parley/contract/conversations/conversation-verbs'
import type { Conversation } from '@parley/contract/conversations/conversations'
import { holdConversation } from '@parley/contract/messages/held-conversations'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { addHeldSend } from '../../api/held-sends.ts'
import type { MessageDraft } from '../../editor/message/message-draft.ts'
import { randomId } from '../../lib/browser/random-id.ts'
import { fingerprint } from '../../lib/fingerprint.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { bumpMacroUsage } from '../../macros/bump-macro-usage.ts'
import { toChosenMacros } from '../../macros/chosen-macros.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

type Body = z.input<typeof createConversation.body>

/**
 * Creates the conversation once (idempotently) and opens it. With an undo window it is held first and can be undone.
 * Throws ApiError; the draft is then kept.
 */
export function useCreateConversation(draft: MessageDraft) {
  const me = useMe()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [sending, setSending] = useState(false)
  // Undo requires permission to write replies.
  const undo_seconds = may(me, 'messages:write') ? (me.undo_seconds ?? 0) : 0

  async function create(input: Body): Promise<void> {
    setSending(true)
    await send(input).finally(() => setSending(false))
  }

  async function send(input: Body): Promise<void> {
    const content = draft.getCurrent()
    const body = { ...input, macros: toChosenMacros(content.macros) }
    const requestFingerprint = fingerprint(JSON.stringify([body, undo_seconds]))
    const key = content.attempt?.print === requestFingerprint ? content.attempt.key : randomId()
    draft.change({ attempt: { key, print: requestFingerprint } })
    const sentDraft = draft.beginSending()
    try {
      if (undo_seconds > 0)
        addHeldSend(
          cache,
          await call(holdConversation, {
            body: { ...body, undo_seconds, draft: sentDraft },
            idempotency_key: key,
          }),
        )
      else {
        const conversation = await call(createConversation, {
          body: { ...body, draft: sentDraft },
          idempotency_key: key,
        })
        void navigate({ to: pathOf(conversation) })
      }
      draft.clear()
      bumpMacroUsage(cache, content.macros)
    } catch (error) {
      draft.resume()
      throw error
    }
  }

  /** In a list that contains it. */
  function pathOf({ uuid, assigned_user_id }: Conversation): string {
    const isMine = assigned_user_id === me.id || !may(me, 'conversations:read_all')
    return inboxPath({ type: isMine ? 'assigned' : 'all' }, uuid)
  }

  return { sending, create }
}
