import type { Message } from '@parley/contract/messages/messages'
import { useHeldSends } from '../../../api/held-sends.ts'
import { optimisticMessage } from '../../../api/optimistic-message.ts'
import { htmlToText } from '../../../format/html-to-text.ts'
import { useMe } from '../../../session/use-me.ts'

/** Held replies as messages for the thread; only their author sees them. A uuid already in `received` has been sent. */
export function useHeldMessages(conversation_uuid: string, received: readonly Message[]): Message[] {
  const me = useMe()
  const sends = useHeldSends()
  return sends
    .filter((held) => held.conversation_uuid === conversation_uuid)
    .filter(({ uuid }) => !received.some((message) => message.uuid === uuid))
    .map(({ uuid, created_at, message: html, attachments: files, to, cc, bcc, side_thread }) => ({
      ...optimisticMessage({
        uuid,
        conversation_uuid,
        created_at,
        me,
        html,
        files,
        isNote: false,
        recipients: { to, cc, bcc },
      }),
      // One that starts a side thread has none yet.
      ...(side_thread && {
        private: true,
        side_thread_uuid: side_thread.uuid ?? uuid,
        text_content: htmlToText(html),
      }),
    }))
    .reverse()
}
