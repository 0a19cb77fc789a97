import { Composer } from '../features/composer/composer.tsx'
import { ConversationFrame } from '../features/conversations/conversation-frame.tsx'
import { ConversationPane } from '../features/messages/conversation-pane.tsx'

/** One conversation: header and side panel from one feature, messages and composer from others. */
export function ConversationPage({ uuid, listPath }: { uuid: string; listPath: string }) {
  return (
    <ConversationFrame uuid={uuid} listPath={listPath}>
      <ConversationPane uuid={uuid}>
        <Composer uuid={uuid} />
      </ConversationPane>
    </ConversationFrame>
  )
}
