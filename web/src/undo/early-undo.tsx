import { useTranslation } from 'react-i18next'
import { useCommands } from '../commands/command-registry.ts'
import { undoCommands } from './undo-commands.ts'

/** In place of `UndoLayer` until its code is loaded, so that a press waits for it and isn't lost. */
export function EarlyUndo({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  useCommands(undoCommands(onPress, t))
  return null
}
