import { createConversation } from '@parley/contract/conversation-verbs'
import type { Conversation } from '@parley/contract/conversations'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { clearDraft, type Draft, type DraftPlace, saveDraft } from '../../lib/drafts.ts'
import { fingerprint } from '../../lib/fingerprint.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { randomId } from '../../lib/random-id.ts'
import { may } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'

type Body = z.input<typeof createConversation.body>

/** Starts the conversation once, however often it is asked, and opens it. Throws ApiError; then everything stays as typed. */
export function useCreateConversation(place: DraftPlace) {
  const me = useMe()
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)

  async function create(body: Body, draft: Draft): Promise<Conversation> {
    const print = fingerprint(JSON.stringify(body))
    const key = draft.attempt?.print === print ? draft.attempt.key : randomId()
    saveDraft(place, { ...draft, attempt: { key, print } })
    setSending(true)
    try {
      const conversation = await call(createConversation, { body, idempotency_key: key })
      clearDraft(place)
      void navigate({ to: pathOf(conversation) })
      return conversation
    } finally {
      setSending(false)
    }
  }

  /** In the list where it is found again. */
  function pathOf({ uuid, assigned_user_id }: Conversation): string {
    const isMine = assigned_user_id === me.id || !may(me, 'conversations:read_all')
    return inboxPath({ type: isMine ? 'assigned' : 'all' }, uuid)
  }

  return { sending, create }
}
