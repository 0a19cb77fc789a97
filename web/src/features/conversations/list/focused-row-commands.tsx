import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { NotebookPen, Reply } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../../../commands/command.ts'
import { useCommands } from '../../../commands/command-registry.ts'
import { useReplayKeydowns } from '../../../commands/keystroke-buffer/keydown-replay.ts'
import { useSettled } from '../../../commands/use-settled.ts'
import { requestComposerFocus } from '../../../lib/composer-focus.ts'
import { may } from '../../../session/permissions.ts'
import { bulkCommands } from '../bulk/bulk-commands.ts'
import { useBulkActions } from '../bulk/use-bulk-actions.ts'
import { SnoozeDialog } from '../snooze/snooze-dialog.tsx'
import { snoozeUntil } from '../target/conversation-target.ts'
import { isRowVisible } from './row-visibility.ts'

/**
 * Commands for the focused row while another conversation, or none, is open: the focused row is what changes. They
 * replace those of the open conversation, and are disabled while the row is scrolled out of view.
 */
export function FocusedRowCommands({
  row,
  onOpen,
}: {
  row: ConversationListItem | undefined
  onOpen: (uuid: string) => void
}) {
  // Moving the focus may open the row at once: its messages are painted instead.
  const settled = useSettled(row?.uuid ?? '')
  return row?.uuid === settled ? <SettledRowCommands key={settled} row={row} onOpen={onOpen} /> : null
}

function SettledRowCommands({ row, onOpen }: { row: ConversationListItem; onOpen: (uuid: string) => void }) {
  const { t } = useTranslation()
  const [snoozing, setSnoozing] = useState(false)
  const bulk = useBulkActions([row])
  const actions = bulkCommands(bulk, { t, customSnooze: () => setSnoozing(true), clear: () => {} }).filter(
    ({ id }) => id !== 'list.select_none',
  )
  const openComposer = (mode: 'reply' | 'note') => {
    requestComposerFocus(row.uuid, mode)
    onOpen(row.uuid)
  }
  const whileVisible = (command: Command): Command => ({
    ...command,
    group: GROUP,
    when: () => isRowVisible(row.uuid) && (command.when?.() ?? true),
  })
  useCommands(
    [
      ...disabledCommands,
      ...actions.map(whileVisible),
      ...(may(bulk.me, 'messages:write') ? composeCommands(openComposer).map(whileVisible) : []),
    ],
    'above',
  )
  useReplayKeydowns()
  return (
    <SnoozeDialog
      conversation={row}
      open={snoozing}
      onOpenChange={setSnoozing}
      onSnooze={(until) => bulk.run(snoozeUntil(until))}
    />
  )
}

const GROUP = 'commands.group.conversation'

const composeCommands = (write: (mode: 'reply' | 'note') => void): Command[] => [
  {
    id: 'composer.reply',
    label: 'command.reply',
    group: GROUP,
    keys: 'r',
    icon: Reply,
    run: () => write('reply'),
  },
  {
    id: 'composer.note',
    label: 'command.note',
    group: GROUP,
    keys: 'n',
    icon: NotebookPen,
    run: () => write('note'),
  },
]

/** Commands that need an open conversation: with the focus on another row they would act on the wrong one. */
const disabledCommands: Command[] = [
  'composer.reply',
  'composer.note',
  'conversation.copy_link',
  'conversation.copy_reference',
  'conversation.copy_email',
  'conversation.trail',
  'conversation.sla',
  'apply-macro-to-existing-conversation',
].map((id) => ({ id, label: 'command.named', group: GROUP, when: () => false, run: () => {} }))
