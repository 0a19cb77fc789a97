// biome-ignore-all format: one line for each command, read as a table

/**
 * Commands whose keys an agent can change, with their default keys, whether or not the current page registers them. A
 * test compares the list with the features. Universal keys are excluded: arrows and Enter in lists, Ctrl+Enter to
 * send, Ctrl+S to save, Ctrl+P to print.
 */
export type RemappableCommand = {
  id: string
  /** Ids of the same action in another place, such as a row menu; they share its keys. */
  aliases?: readonly string[]
  /** Catalogue keys, as in the command. */
  label: string
  group: string
  keys: string
  /** Where the command exists. The same keys may mean something else in another context. */
  context: 'anywhere' | 'desk' | 'contacts'
}

const GO = 'commands.group.go'
const VIEW = 'commands.group.view'
const LIST = 'commands.group.list'
const CONVERSATION = 'commands.group.conversation'
const CONTACT = 'commands.group.contact'

export const remappableCommands: readonly RemappableCommand[] = [
  { id: 'conversation.resolve', aliases: ['conversation.reopen'], label: 'shortcuts.resolve', group: CONVERSATION, keys: 'e', context: 'desk' },
  { id: 'conversation.snooze', label: 'command.snooze', group: CONVERSATION, keys: 'h', context: 'desk' },
  { id: 'conversation.assign_me', label: 'command.assign_me', group: CONVERSATION, keys: 'i', context: 'desk' },
  { id: 'conversation.assign', label: 'command.assign', group: CONVERSATION, keys: 'a', context: 'desk' },
  { id: 'conversation.team', label: 'command.assign_team', group: CONVERSATION, keys: 't', context: 'desk' },
  { id: 'conversation.priority', label: 'command.priority', group: CONVERSATION, keys: 'p', context: 'desk' },
  { id: 'conversation.tags', label: 'command.tags', group: CONVERSATION, keys: 'l', context: 'desk' },
  { id: 'conversation.status', label: 'command.status', group: CONVERSATION, keys: 's', context: 'desk' },
  { id: 'conversation.follow', label: 'command.follow', group: CONVERSATION, keys: 'shift+w', context: 'desk' },
  { id: 'conversation.mark_unread', label: 'command.mark_unread', group: CONVERSATION, keys: 'shift+u', context: 'desk' },
  { id: 'conversation.move', label: 'command.move_inbox', group: CONVERSATION, keys: 'v', context: 'desk' },
  { id: 'conversation.spam', aliases: ['conversation.not_spam'], label: 'command.spam', group: CONVERSATION, keys: '!', context: 'desk' },
  { id: 'conversation.trash', aliases: ['conversation.restore'], label: 'command.trash', group: CONVERSATION, keys: '#', context: 'desk' },
  { id: 'conversation.merge', label: 'command.merge', group: CONVERSATION, keys: 'shift+m', context: 'desk' },
  { id: 'undo.last', aliases: ['composer.undo_send'], label: 'command.undo', group: CONVERSATION, keys: 'z', context: 'anywhere' },
  { id: 'undo.redo', label: 'command.redo', group: CONVERSATION, keys: 'shift+z', context: 'anywhere' },
  { id: 'conversation.trail', label: 'command.trail', group: CONVERSATION, keys: 'w', context: 'desk' },
  { id: 'composer.reply', label: 'command.reply', group: CONVERSATION, keys: 'r', context: 'desk' },
  { id: 'composer.note', label: 'command.note', group: CONVERSATION, keys: 'n', context: 'desk' },
  { id: 'composer.quote', label: 'command.quote', group: CONVERSATION, keys: '>', context: 'desk' },
  { id: 'composer.forward', label: 'command.forward', group: CONVERSATION, keys: 'shift+f', context: 'desk' },
  { id: 'apply-macro-to-existing-conversation', label: 'command.macro', group: CONVERSATION, keys: 'm', context: 'desk' },
  { id: 'conversation.new', label: 'command.new_conversation', group: 'commands.group.workspace', keys: 'c', context: 'anywhere' },
  { id: 'list.next', label: 'shortcuts.next', group: LIST, keys: 'j', context: 'anywhere' },
  { id: 'list.previous', label: 'shortcuts.previous', group: LIST, keys: 'k', context: 'anywhere' },
  { id: 'list.open', aliases: ['row.open'], label: 'shortcuts.open', group: LIST, keys: 'o', context: 'anywhere' },
  { id: 'list.select', aliases: ['row.select'], label: 'command.select', group: LIST, keys: 'x', context: 'desk' },
  { id: 'list.select_next', label: 'command.select_next', group: LIST, keys: 'shift+j', context: 'desk' },
  { id: 'list.select_previous', label: 'command.select_previous', group: LIST, keys: 'shift+k', context: 'desk' },
  { id: 'list.select_all', label: 'command.select_all', group: LIST, keys: 'mod+a', context: 'desk' },
  { id: 'list.menu', label: 'command.list_menu', group: LIST, keys: '.', context: 'desk' },
  { id: 'list.back', label: 'command.list_back', group: LIST, keys: 'u', context: 'desk' },
  { id: 'list.filter', label: 'command.filter', group: LIST, keys: 'f', context: 'desk' },
  { id: 'contacts.search', label: 'command.contact_search', group: CONTACT, keys: 'f', context: 'contacts' },
  { id: 'contact.note', label: 'command.contact_note', group: CONTACT, keys: 'n', context: 'contacts' },
  { id: 'contact.back', label: 'command.contact_back', group: CONTACT, keys: 'u', context: 'contacts' },
  { id: 'go.assigned', label: 'command.go_assigned', group: GO, keys: 'g m', context: 'anywhere' },
  { id: 'go.unassigned', label: 'command.go_unassigned', group: GO, keys: 'g u', context: 'anywhere' },
  { id: 'go.all', label: 'command.go_all', group: GO, keys: 'g a', context: 'anywhere' },
  { id: 'go.mentions', label: 'command.go_mentions', group: GO, keys: 'g i', context: 'anywhere' },
  { id: 'go.snoozed', label: 'command.go_snoozed', group: GO, keys: 'g h', context: 'anywhere' },
  { id: 'go.sent', label: 'command.go_sent', group: GO, keys: 'g e', context: 'anywhere' },
  { id: 'go.drafts', label: 'command.go_drafts', group: GO, keys: 'g d', context: 'anywhere' },
  { id: 'go.search', label: 'command.search', group: GO, keys: '/', context: 'anywhere' },
  { id: 'go.contacts', label: 'command.go_contacts', group: GO, keys: 'g c', context: 'anywhere' },
  { id: 'go.reports', label: 'command.go_reports', group: GO, keys: 'g r', context: 'anywhere' },
  { id: 'go.settings', label: 'command.go_settings', group: GO, keys: 'g s', context: 'anywhere' },
  { id: 'shell.notifications', label: 'centre.title', group: GO, keys: 'g n', context: 'anywhere' },
  { id: 'shell.palette', label: 'command.palette', group: VIEW, keys: 'mod+k', context: 'anywhere' },
  { id: 'shell.fold_bar', label: 'command.fold_bar', group: VIEW, keys: 'mod+b', context: 'anywhere' },
  { id: 'shell.fold_panel', label: 'command.fold_panel', group: VIEW, keys: '[', context: 'anywhere' },
  { id: 'conversation.panel', label: 'command.details', group: VIEW, keys: ']', context: 'desk' },
  { id: 'shell.shortcuts', label: 'command.shortcuts', group: VIEW, keys: '?', context: 'anywhere' },
]
