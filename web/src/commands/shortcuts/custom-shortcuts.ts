import { type Shortcuts, shortcutRefusal } from '@parley/contract/account/keyboard-shortcuts'
import { type RemappableCommand, remappableCommands } from '../known-commands.ts'

/** The keys that a command answers to now. */
export const keysFor = (command: RemappableCommand, custom: Shortcuts): readonly string[] =>
  custom[command.id] ?? [command.keys]

export const isCustomised = ({ id }: RemappableCommand, custom: Shortcuts): boolean =>
  custom[id] !== undefined

/** The command with these keys alone; its usual ones are no choice of the agent's own. */
export function withKeys(custom: Shortcuts, command: RemappableCommand, keys: readonly string[]): Shortcuts {
  const isUsual = keys.length === 1 && keys[0] === command.keys
  const ids = [command.id, ...(command.aliases ?? [])]
  const others = Object.entries(custom).filter(([id]) => !ids.includes(id))
  return Object.fromEntries([...others, ...(isUsual ? [] : ids.map((id) => [id, [...keys]]))])
}

/** Whose keys these are, where both can be done in one place: the same, or one the beginning of the other's. */
export const listConflicts = (
  keys: string,
  command: RemappableCommand,
  custom: Shortcuts,
): RemappableCommand[] =>
  remappableCommands.filter(
    (other) =>
      other.id !== command.id &&
      (other.context === command.context || other.context === 'anywhere' || command.context === 'anywhere') &&
      keysFor(other, custom).some((one) => areConflicting(one, keys)),
  )

/** The command with these keys, which are taken from whoever has them. */
export function reassignKeys(custom: Shortcuts, command: RemappableCommand, keys: string): Shortcuts {
  const without = listConflicts(keys, command, custom).reduce(
    (left, other) =>
      withKeys(
        left,
        other,
        keysFor(other, left).filter((one) => !areConflicting(one, keys)),
      ),
    custom,
  )
  return withKeys(without, command, [keys])
}

const areConflicting = (a: string, b: string) => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)

/** What every program does alike, which is nobody's to give away. Catalogue keys of what it is. */
const reservedKeys: Record<string, string> = {
  'mod+enter': 'composer.send',
  'mod+shift+enter': 'composer.send_resolve',
  'mod+s': 'form.save',
  'mod+z': 'command.undo_send',
  'mod+i': 'editor.italic',
  'mod+e': 'editor.code',
  z: 'command.undo_send',
}

/** Why these keys cannot be given to a command, as a sentence, or as what they do already. */
export function assignmentRefusal(keys: string): { sentence: string } | { does: string } | null {
  const sentence = shortcutRefusal(keys)
  if (sentence) return { sentence }
  const does = reservedKeys[keys]
  return does ? { does } : null
}
