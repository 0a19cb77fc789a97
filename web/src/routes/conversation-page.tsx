import { useTranslation } from 'react-i18next'
import { Composer } from '../features/composer/composer.tsx'
import { NotesSection } from '../features/contacts/notes-section.tsx'
import { ConversationFrame } from '../features/conversations/conversation-frame.tsx'
import type { PanelSlots } from '../features/conversations/side-panel.tsx'
import { ConversationAttributes } from '../features/custom-attributes/conversation-attributes.tsx'
import { ConversationPane } from '../features/messages/conversation-pane.tsx'
import { may } from '../session/may.ts'
import { useMe } from '../session/use-me.ts'
import { FoldSection } from '../ui/fold-section.tsx'

const slots: PanelSlots = {
  attributes: (conversation) => <ConversationAttributes conversation={conversation} />,
  notes: ({ contact }) => <ContactNotes id={contact.id} />,
}

function ContactNotes({ id }: { id: number }) {
  const { t } = useTranslation()
  if (!may(useMe(), 'contact_notes:read')) return null
  return (
    <FoldSection rememberAs="side.notes" title={t('notes.title')}>
      <NotesSection key={id} contactId={id} />
    </FoldSection>
  )
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
