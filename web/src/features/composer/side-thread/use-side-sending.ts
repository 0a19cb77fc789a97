import type { Agent } from '@parley/contract/agents/agent'
import { type SentMessage, sendMessage } from '@parley/contract/messages/messages'
import { forwardConversation } from '@parley/contract/messages/side-threads'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { sideThreadsQuery } from '../../../api/side-thread-queries.ts'
import { isEmptyMessage, type MessageDraft } from '../../../editor/message/message-draft.ts'
import { randomId } from '../../../lib/browser/random-id.ts'
import { type Draft, emptyDraft } from '../../../lib/drafts.ts'
import { fingerprint } from '../../../lib/fingerprint.ts'
import { type SideComposerTarget, showSideComposer } from '../../../lib/side-composer-target.ts'
import { toChosenMacros } from '../../../macros/chosen-macros.ts'
import type { RecipientState } from '../recipients/use-recipients.ts'
import { applySentMessage } from '../sending/submit-message.ts'

/** Sends once, and keeps the draft until the server has accepted it. */
export function useSideSending({
  target,
  me,
  draft,
  recipients,
  subject,
}: {
  target: SideComposerTarget
  me: Agent
  draft: MessageDraft
  recipients: RecipientState
  subject: () => string
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const refusalOf = (content: Draft): string | null => {
    const isEmpty = target.kind === 'answer' && isEmptyMessage(content)
    return recipients.refusal() ?? (isEmpty ? t('side_thread.empty') : null)
  }

  async function submit(content: Draft) {
    const common = {
      ...recipients.getCurrent(),
      message: content.html,
      attachments: content.files.map(({ id }) => id),
      undo_seconds: me.undo_seconds ?? 0,
    }
    const request = toRequest(target, common, { content, subject: subject() })
    // The same email, even after a reload, reuses its idempotency key: the server returns the first result.
    const print = fingerprint(request.print)
    const key = content.attempt?.print === print ? content.attempt.key : randomId()
    draft.change({ attempt: { key, print } })
    draft.flush()
    const sent = await request.send(key)
    draft.reset(emptyDraft)
    draft.clear()
    showSideComposer(null)
    applySentMessage(cache, sent)
    void cache.invalidateQueries(sideThreadsQuery(target.uuid))
  }

  async function send() {
    if (isSending || !recipients.isReady) return
    const content = draft.getCurrent()
    const refusal = refusalOf(content)
    setError(refusal)
    if (refusal) return
    setIsSending(true)
    await submit(content).catch((failure: unknown) =>
      setError(failure instanceof Error && failure.message ? failure.message : t('error.unknown')),
    )
    setIsSending(false)
  }

  return { send: () => void send(), isSending, error }
}

type Common = {
  to: string[]
  cc: string[]
  bcc: string[]
  message: string
  attachments: number[]
  undo_seconds: number
}

function toRequest(
  target: SideComposerTarget,
  common: Common,
  { content, subject }: { content: Draft; subject: string },
): { print: string; send: (idempotency_key: string) => Promise<SentMessage> } {
  const params = { uuid: target.uuid }
  if (target.kind === 'answer') {
    const { side_thread_uuid } = target
    const body = { ...common, side_thread_uuid, private: true, macros: toChosenMacros(content.macros) }
    return {
      print: JSON.stringify(body),
      send: (idempotency_key) => call(sendMessage, { params, body, idempotency_key }),
    }
  }
  const { forward_attachments: chosen } = content.fields
  const body = {
    ...common,
    message_uuid: target.message_uuid,
    subject,
    ...(Array.isArray(chosen) && { forward_attachments: chosen }),
  }
  return {
    print: JSON.stringify(body),
    send: (idempotency_key) => call(forwardConversation, { params, body, idempotency_key }),
  }
}
