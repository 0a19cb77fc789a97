import { Composer } from '../features/composer/composer.tsx'
import { PanelNotes } from '../features/contacts/panel-notes.tsx'
import { ConversationFrame } from '../features/conversations/conversation-frame.tsx'
import type { PanelSlots } from '../features/conversations/side-panel.tsx'
import { ConversationAttributes } from '../features/custom-attributes/conversation-attributes.tsx'
import { ConversationPane } from '../features/messages/conversation-pane.tsx'

const slots: PanelSlots = {
  attributes: (conversation) => <ConversationAttributes conversation={conversation} />,
  // Another contact's begin anew: what is being written is about this one.
  notes: ({ contact_id }) => <PanelNotes key={contact_id} contactId={contact_id} />,
}

/** One conversation: header and side panel from one feature, messages, composer and further sections of the panel from others. */
export function ConversationPage({ uuid, listPath }: { uuid: string; listPath: string }) {
  return (
    <ConversationFrame uuid={uuid} listPath={listPath} slots={slots}>
      <ConversationPane uuid={uuid}>
        <Composer uuid={uuid} />
      </ConversationPane>
    </ConversationFrame>
  )
}
