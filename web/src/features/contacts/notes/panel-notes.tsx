import { useTranslation } from 'react-i18next'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { CollapsibleSection } from '../../../ui/layout/collapsible-section.tsx'
import { NotesSection } from './notes-section.tsx'

/** The contact's notes beside their conversation, for agents with permission. */
export function PanelNotes({ contactId }: { contactId: number }) {
  const { t } = useTranslation()
  if (!may(useMe(), 'contact_notes:read')) return null
  return (
    <CollapsibleSection storageKey="side.notes" title={t('notes.title')}>
      <NotesSection contactId={contactId} />
    </CollapsibleSection>
  )
}
