import { useQuery } from '@tanstack/react-query'
import { conversationQuery } from '../../../api/conversation-queries.ts'
import { sideThreadsQuery } from '../../../api/side-thread-queries.ts'
import type { MessageDraft } from '../../../editor/message/message-draft.ts'
import type { SideComposerTarget } from '../../../lib/side-composer-target.ts'
import { useRecipientState } from '../recipients/use-recipients.ts'

/** Subject and recipients until the author changes them: an answer goes to everyone whom agents have written to. */
export function useSideDefaults(target: SideComposerTarget, draft: MessageDraft) {
  const { data: conversation } = useQuery(conversationQuery(target.uuid))
  const { data: sideThreads } = useQuery({
    ...sideThreadsQuery(target.uuid),
    enabled: target.kind === 'answer',
  })
  const thread =
    target.kind === 'answer' ? sideThreads?.find(({ uuid }) => uuid === target.side_thread_uuid) : undefined
  const recipients = useRecipientState(draft, {
    recipients: { to: thread?.participants ?? [], cc: [], bcc: [] },
    isReady: target.kind === 'forward' || thread !== undefined,
  })
  const subject = thread?.subject ?? `Fwd: ${conversation?.subject ?? ''}`.trim()
  return { recipients, subject }
}
