// biome-ignore-all format: one line for each command, read as a table
import { ArrowDown, ArrowUp, Ban, CircleCheck, Eraser, FileDown, List, Merge, NotebookPen, Search } from 'lucide-react'
import { useCommands } from '../../commands/command-registry.ts'

const LIST = 'commands.group.list'
const CONTACT = 'commands.group.contact'

/** Row movement in the contact list. */
export function useContactRowCommands(actions: { move: (step: 1 | -1) => void; open: () => void }) {
  useCommands([
    { id: 'list.next', label: 'command.contact_next', group: LIST, keys: 'j', icon: ArrowDown, shortcutOnly: true, run: () => actions.move(1) },
    { id: 'list.previous', label: 'command.contact_previous', group: LIST, keys: 'k', icon: ArrowUp, shortcutOnly: true, run: () => actions.move(-1) },
    { id: 'list.open', label: 'command.contact_open', group: LIST, keys: 'o', shortcutOnly: true, run: actions.open },
  ])
}

/** Also available while the list is loading or empty. */
export function useContactSearchCommand(run: () => void) {
  useCommands([
    { id: 'contacts.search', label: 'command.contact_search', group: LIST, keys: 'f', icon: Search, run },
  ])
}

/** Commands for the open contact. */
export function useContactCommands(
  may: { block: boolean; write: boolean; note: boolean; enabled: boolean; data: boolean },
  actions: { back: () => void; block: () => void; merge: () => void; note: () => void; exportData: () => void; erase: () => void },
) {
  useCommands([
    { id: 'contact.note', label: 'command.contact_note', group: CONTACT, keys: 'n', icon: NotebookPen, when: () => may.note, run: actions.note },
    { id: 'contact.merge', label: 'command.contact_merge', group: CONTACT, icon: Merge, keywords: 'duplicate join', when: () => may.write, run: actions.merge },
    { id: 'contact.block', label: 'command.contact_block', group: CONTACT, icon: Ban, keywords: 'spam', when: () => may.block && may.enabled, run: actions.block },
    { id: 'contact.unblock', label: 'command.contact_unblock', group: CONTACT, icon: CircleCheck, when: () => may.block && !may.enabled, run: actions.block },
    { id: 'contact.export', label: 'command.contact_export', group: CONTACT, icon: FileDown, keywords: 'privacy gdpr access', when: () => may.data, run: actions.exportData },
    { id: 'contact.erase', label: 'command.contact_erase', group: CONTACT, icon: Eraser, keywords: 'privacy gdpr delete', when: () => may.data, run: actions.erase },
    { id: 'contact.back', label: 'command.contact_back', group: CONTACT, keys: 'u', icon: List, run: actions.back },
  ])
}
