import { MailCheck, X } from 'lucide-react'
import type { Command } from '../../../commands/command.ts'
import { mergeCommand } from '../merge/merge-command.ts'
import type { TargetUi } from '../target/conversation-target.ts'
import { targetCommands } from '../target/target-commands.ts'
import type { BulkActions } from './use-bulk-actions.ts'

const GROUP = 'commands.group.selection'

/** Commands for all selected conversations. */
export const bulkCommands = (bulk: BulkActions, ui: TargetUi & { clear: () => void }): Command[] => [
  ...targetCommands(bulk, GROUP, ui),
  mergeCommand(bulk.rows, bulk.me, GROUP),
  {
    id: 'conversation.mark_read',
    label: 'command.mark_read',
    group: GROUP,
    icon: MailCheck,
    run: () => bulk.run({ type: 'mark_seen' }),
  },
  {
    id: 'list.select_none',
    label: 'command.select_none',
    group: GROUP,
    keys: 'escape',
    icon: X,
    run: ui.clear,
  },
]
