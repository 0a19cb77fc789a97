import {
  ArrowDown,
  ArrowUp,
  CheckCheck,
  CornerDownLeft,
  Ellipsis,
  ExternalLink,
  List,
  SquareCheck,
} from 'lucide-react'
import type { Command } from '../../../commands/command.ts'

const GROUP = 'commands.group.list'

/** Movement and selection in the current list. */
export function listCommands(actions: {
  move: (step: 1 | -1) => void
  moveSelecting: (step: 1 | -1) => void
  select: () => void
  selectAll: () => void
  open: () => void
  openTab: () => void
  openMenu: () => void
  back: () => void
  isOpen: boolean
}): Command[] {
  // biome-ignore format: read as a table
  return [
    { id: 'list.next', isMovement: true, label: 'command.list_next', group: GROUP, keys: 'j', icon: ArrowDown, shortcutOnly: true, run: () => actions.move(1) },
    { id: 'list.previous', isMovement: true, label: 'command.list_previous', group: GROUP, keys: 'k', icon: ArrowUp, shortcutOnly: true, run: () => actions.move(-1) },
    // Elsewhere the focused element may use the arrows; a row handles them itself.
    { id: 'list.next_by_arrow', isMovement: true, label: 'command.list_next', group: GROUP, keys: 'arrowdown', shortcutOnly: true, when: () => document.activeElement === document.body, run: () => actions.move(1) },
    { id: 'list.previous_by_arrow', isMovement: true, label: 'command.list_previous', group: GROUP, keys: 'arrowup', shortcutOnly: true, when: () => document.activeElement === document.body, run: () => actions.move(-1) },
    { id: 'list.select', label: 'command.select', group: GROUP, keys: 'x', icon: SquareCheck, run: actions.select },
    { id: 'list.select_next', label: 'command.select_next', group: GROUP, keys: 'shift+j', shortcutOnly: true, run: () => actions.moveSelecting(1) },
    { id: 'list.select_previous', label: 'command.select_previous', group: GROUP, keys: 'shift+k', shortcutOnly: true, run: () => actions.moveSelecting(-1) },
    { id: 'list.select_all', label: 'command.select_all', group: GROUP, keys: 'mod+a', icon: CheckCheck, run: actions.selectAll },
    { id: 'list.open', label: 'command.list_open', group: GROUP, keys: 'o', icon: CornerDownLeft, shortcutOnly: true, run: actions.open },
    // On a focused link or button Enter has its own meaning; on a row it is the same.
    { id: 'list.open_by_enter', label: 'command.list_open', group: GROUP, keys: 'enter', shortcutOnly: true, when: () => document.activeElement === document.body, run: actions.open },
    { id: 'list.open_tab', label: 'command.open_tab', group: GROUP, icon: ExternalLink, run: actions.openTab },
    { id: 'list.menu', label: 'command.list_menu', group: GROUP, keys: '.', icon: Ellipsis, shortcutOnly: true, run: actions.openMenu },
    { ...backCommand(actions.back), when: () => actions.isOpen },
  ]
}

/** Back from the conversation to its list, also while the list is loading or empty. */
export const backCommand = (run: () => void): Command & { run: () => void } => ({
  id: 'list.back',
  label: 'command.list_back',
  group: GROUP,
  keys: 'u',
  icon: List,
  run,
})
