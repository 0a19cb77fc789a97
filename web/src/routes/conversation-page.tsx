import { ConversationFrame } from '../features/conversations/conversation-frame.tsx'
import { ConversationPane } from '../features/messages/conversation-pane.tsx'

/** One conversation: its header and side panel around its messages. */
export function ConversationPage({ uuid, listPath }: { uuid: string; listPath: string }) {
  return (
    <ConversationFrame uuid={uuid} listPath={listPath}>
      <ConversationPane uuid={uuid} listPath={listPath} />
    </ConversationFrame>
  )
}
