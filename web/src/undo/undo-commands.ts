import type { TFunction } from 'i18next'
import { Undo2 } from 'lucide-react'
import type { Command } from '../commands/command.ts'

export const GROUP = 'commands.group.conversation'

export function undoCommands(undo: () => void, t: TFunction): Command[] {
  const keywords = t('command.undo.keywords')
  // biome-ignore format: read as a table
  return [
    { id: 'undo.last', label: 'command.undo', group: GROUP, keys: 'z', icon: Undo2, keywords, run: undo },
    // Wherever it isn't an editor's own, whatever key the agent has chosen.
    { id: 'undo.last_by_mod_z', label: 'command.undo', group: GROUP, keys: 'mod+z', shortcutOnly: true, run: undo },
  ]
}
