// biome-ignore-all format: one line for each command, read as a table

/**
 * Commands whose keys an agent may change, whether the page of the moment offers them or not, with their usual keys. A test holds it to
 * what the features offer. Left out is what every program does alike: arrows and Enter in lists, Ctrl+Enter to send, Ctrl+S to save.
 */
export type KnownCommand = {
  id: string
  /** The same done elsewhere, by the same keys: in a row's menu, or the other way round. */
  also?: readonly string[]
  /** Catalogue keys, as the command has them. */
  label: string
  group: string
  keys: string
  /** Where it can be done. Keys of one place may mean something else in another. */
  place: 'anywhere' | 'desk' | 'contacts'
}

const GO = 'commands.group.go'
const VIEW = 'commands.group.view'
const LIST = 'commands.group.list'
const CONVERSATION = 'commands.group.conversation'
const CONTACT = 'commands.group.contact'

export const knownCommands: readonly KnownCommand[] = [
  { id: 'conversation.resolve', also: ['conversation.reopen'], label: 'shortcuts.resolve', group: CONVERSATION, keys: 'e', place: 'desk' },
  { id: 'conversation.snooze', label: 'command.snooze', group: CONVERSATION, keys: 'h', place: 'desk' },
  { id: 'conversation.assign_me', label: 'command.assign_me', group: CONVERSATION, keys: 'i', place: 'desk' },
  { id: 'conversation.assign', label: 'command.assign', group: CONVERSATION, keys: 'a', place: 'desk' },
  { id: 'conversation.team', label: 'command.assign_team', group: CONVERSATION, keys: 't', place: 'desk' },
  { id: 'conversation.priority', label: 'command.priority', group: CONVERSATION, keys: 'p', place: 'desk' },
  { id: 'conversation.tags', label: 'command.tags', group: CONVERSATION, keys: 'l', place: 'desk' },
  { id: 'conversation.status', label: 'command.status', group: CONVERSATION, keys: 's', place: 'desk' },
  { id: 'conversation.mark_unread', label: 'command.mark_unread', group: CONVERSATION, keys: 'shift+u', place: 'desk' },
  { id: 'conversation.trail', label: 'command.trail', group: CONVERSATION, keys: 'w', place: 'desk' },
  { id: 'composer.reply', label: 'command.reply', group: CONVERSATION, keys: 'r', place: 'desk' },
  { id: 'composer.note', label: 'command.note', group: CONVERSATION, keys: 'n', place: 'desk' },
  { id: 'apply-macro-to-existing-conversation', label: 'command.macro', group: CONVERSATION, keys: 'm', place: 'desk' },
  { id: 'conversation.new', label: 'command.new_conversation', group: 'commands.group.workspace', keys: 'c', place: 'anywhere' },
  { id: 'list.next', label: 'shortcuts.next', group: LIST, keys: 'j', place: 'anywhere' },
  { id: 'list.previous', label: 'shortcuts.previous', group: LIST, keys: 'k', place: 'anywhere' },
  { id: 'list.open', also: ['row.open'], label: 'shortcuts.open', group: LIST, keys: 'o', place: 'anywhere' },
  { id: 'list.select', also: ['row.select'], label: 'command.select', group: LIST, keys: 'x', place: 'desk' },
  { id: 'list.select_next', label: 'command.select_next', group: LIST, keys: 'shift+j', place: 'desk' },
  { id: 'list.select_previous', label: 'command.select_previous', group: LIST, keys: 'shift+k', place: 'desk' },
  { id: 'list.select_all', label: 'command.select_all', group: LIST, keys: 'mod+a', place: 'desk' },
  { id: 'list.menu', label: 'command.list_menu', group: LIST, keys: '.', place: 'desk' },
  { id: 'list.back', label: 'command.list_back', group: LIST, keys: 'u', place: 'desk' },
  { id: 'list.filter', label: 'command.filter', group: LIST, keys: 'f', place: 'desk' },
  { id: 'contacts.search', label: 'command.contact_search', group: CONTACT, keys: 'f', place: 'contacts' },
  { id: 'contact.note', label: 'command.contact_note', group: CONTACT, keys: 'n', place: 'contacts' },
  { id: 'contact.back', label: 'command.contact_back', group: CONTACT, keys: 'u', place: 'contacts' },
  { id: 'go.assigned', label: 'command.go_assigned', group: GO, keys: 'g m', place: 'anywhere' },
  { id: 'go.unassigned', label: 'command.go_unassigned', group: GO, keys: 'g u', place: 'anywhere' },
  { id: 'go.all', label: 'command.go_all', group: GO, keys: 'g a', place: 'anywhere' },
  { id: 'go.search', label: 'command.search', group: GO, keys: '/', place: 'anywhere' },
  { id: 'go.contacts', label: 'command.go_contacts', group: GO, keys: 'g c', place: 'anywhere' },
  { id: 'go.reports', label: 'command.go_reports', group: GO, keys: 'g r', place: 'anywhere' },
  { id: 'go.settings', label: 'command.go_settings', group: GO, keys: 'g s', place: 'anywhere' },
  { id: 'shell.palette', label: 'command.palette', group: VIEW, keys: 'mod+k', place: 'anywhere' },
  { id: 'shell.fold_bar', label: 'command.fold_bar', group: VIEW, keys: 'mod+b', place: 'anywhere' },
  { id: 'shell.fold_panel', label: 'command.fold_panel', group: VIEW, keys: '[', place: 'anywhere' },
  { id: 'conversation.panel', label: 'command.details', group: VIEW, keys: ']', place: 'desk' },
  { id: 'shell.shortcuts', label: 'command.shortcuts', group: VIEW, keys: '?', place: 'anywhere' },
]
