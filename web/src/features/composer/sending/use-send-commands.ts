import { CalendarClock, CheckCheck, SendHorizontal } from 'lucide-react'
import type { Command } from '../../../commands/command.ts'
import { useCommands } from '../../../commands/command-registry.ts'

const GROUP = 'commands.group.conversation'

/** Send commands for the palette, and for the editor's keys when nothing has the focus. */
export function useSendCommands({
  canSetStatus,
  isNote,
  canSend,
  sendByKey,
  sendLater,
}: {
  canSetStatus: boolean
  /** A note is added, not sent. */
  isNote: boolean
  canSend: boolean
  sendByKey: (shift: boolean) => void
  /** Asks for a time. */
  sendLater: () => void
}) {
  const commands: Command[] = [
    {
      id: 'composer.send',
      label: isNote ? 'composer.add_note' : 'composer.send',
      group: GROUP,
      keys: 'mod+enter',
      icon: SendHorizontal,
      when: () => canSend,
      run: () => sendByKey(false),
    },
    {
      id: 'composer.send_resolve',
      label: 'composer.send_resolve',
      group: GROUP,
      keys: 'mod+shift+enter',
      icon: CheckCheck,
      when: () => canSend && canSetStatus,
      run: () => sendByKey(true),
    },
    {
      id: 'composer.send_later',
      label: 'composer.send_later',
      group: GROUP,
      keys: 'mod+shift+l',
      scope: 'anywhere',
      icon: CalendarClock,
      keywords: 'schedule delay tomorrow',
      when: () => canSend && !isNote,
      run: sendLater,
    },
  ]
  useCommands(commands)
}
