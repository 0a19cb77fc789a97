import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import type { TFunction } from 'i18next'
import { CornerDownLeft, ExternalLink, Hash, Link, SquareCheck } from 'lucide-react'
import { type Command, isAvailable } from '../../../commands/command.ts'
import { withCustomKeys } from '../../../commands/command-registry.ts'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { openTab } from '../../../lib/browser/open-tab.ts'
import { bulkCommands } from '../bulk/bulk-commands.ts'
import type { BulkActions } from '../bulk/use-bulk-actions.ts'

const GROUP = 'commands.group.list'

/** Order and groups of the row menu. */
const sections = [
  ['row.open', 'row.open_tab'],
  ['conversation.resolve', 'conversation.reopen', 'conversation.snooze', 'conversation.status'],
  [
    'conversation.assign_me',
    'conversation.assign',
    'conversation.team',
    'conversation.priority',
    'conversation.tags',
  ],
  ['conversation.follow', 'conversation.unfollow'],
  ['conversation.merge', 'conversation.mark_read', 'conversation.mark_unread', 'row.select'],
  [
    'conversation.move',
    'conversation.spam',
    'conversation.not_spam',
    'conversation.trash',
    'conversation.restore',
  ],
  ['row.copy_link', 'row.copy_reference'],
]

/** The commands of a row menu: those for selected rows, and some for a single row. */
export function rowMenuSections(
  bulk: BulkActions,
  ui: {
    t: TFunction
    pathOf: (uuid: string) => string
    open: (uuid: string) => void
    select: (uuid: string) => void
    customSnooze: () => void
  },
): Command[][] {
  const commands = withCustomKeys([
    ...bulkCommands(bulk, { ...ui, clear: () => {} }).filter((command) => isApplicable(command, bulk)),
    ...(bulk.rows.length === 1 ? bulk.rows.flatMap((row) => singleRowCommands(row, ui)) : []),
  ])
  return sections
    .map((ids) =>
      ids.flatMap((id) => commands.filter((command) => command.id === id && isAvailable(command))),
    )
    .filter((section) => section.length > 0)
}

/** Hides commands that would change nothing. */
function isApplicable({ id }: Command, { rows }: BulkActions): boolean {
  if (id === 'conversation.mark_read') return rows.some((row) => row.unread_message_count > 0)
  if (id === 'conversation.mark_unread') return rows.some((row) => row.unread_message_count === 0)
  return true
}

function singleRowCommands(
  { uuid, reference_number }: ConversationListItem,
  {
    t,
    pathOf,
    open,
    select,
  }: Pick<Parameters<typeof rowMenuSections>[1], 't' | 'pathOf' | 'open' | 'select'>,
): Command[] {
  return [
    {
      id: 'row.open',
      label: 'command.list_open',
      group: GROUP,
      keys: 'o',
      icon: CornerDownLeft,
      run: () => open(uuid),
    },
    {
      id: 'row.open_tab',
      label: 'command.open_tab',
      group: GROUP,
      icon: ExternalLink,
      run: () => openTab(pathOf(uuid)),
    },
    {
      id: 'row.select',
      label: 'command.select',
      group: GROUP,
      keys: 'x',
      icon: SquareCheck,
      run: () => select(uuid),
    },
    {
      id: 'row.copy_link',
      label: 'command.copy_link',
      group: GROUP,
      icon: Link,
      run: () => copyText(new URL(pathOf(uuid), location.origin).href, t('conversation.link_copied'), t),
    },
    {
      id: 'row.copy_reference',
      label: 'command.copy_reference',
      group: GROUP,
      icon: Hash,
      run: () => copyText(`#${reference_number}`, t('conversation.reference_copied'), t),
    },
  ]
}
