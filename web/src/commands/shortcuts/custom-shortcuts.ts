import { type Shortcuts, shortcutRefusal } from '@parley/contract/account/keyboard-shortcuts'
import { type RemappableCommand, remappableCommands } from '../remappable-commands.ts'

/** The keys currently assigned to a command. */
export const keysFor = (command: RemappableCommand, custom: Shortcuts): readonly string[] =>
  custom[command.id] ?? [command.keys]

export const isCustomised = ({ id }: RemappableCommand, custom: Shortcuts): boolean =>
  custom[id] !== undefined

/** Assigns exactly these keys to the command; its default keys are stored as no customisation. */
export function withKeys(custom: Shortcuts, command: RemappableCommand, keys: readonly string[]): Shortcuts {
  const isDefault = keys.length === 1 && keys[0] === command.keys
  const ids = [command.id, ...(command.aliases ?? [])]
  const others = Object.entries(custom).filter(([id]) => !ids.includes(id))
  return Object.fromEntries([...others, ...(isDefault ? [] : ids.map((id) => [id, [...keys]]))])
}

/** Commands in the same context whose keys conflict: equal, or one a prefix of the other. */
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

/** Assigns the keys to the command and removes them from every other command. */
export function reassignKeys(custom: Shortcuts, command: RemappableCommand, keys: string): Shortcuts {
  const reassigned = listConflicts(keys, command, custom).reduce(
    (remaining, other) =>
      withKeys(
        remaining,
        other,
        keysFor(other, remaining).filter((one) => !areConflicting(one, keys)),
      ),
    custom,
  )
  return withKeys(reassigned, command, [keys])
}

const areConflicting = (a: string, b: string) => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)

/** Keys with a universal meaning, which can't be reassigned. Catalogue keys of what they do. */
const reservedKeys: Record<string, string> = {
  'mod+enter': 'composer.send',
  'mod+shift+enter': 'composer.send_resolve',
  'mod+s': 'form.save',
  'mod+z': 'command.undo_send',
  'mod+i': 'editor.italic',
  'mod+e': 'editor.code',
  z: 'command.undo_send',
}

/** Why these keys can't be assigned: a message, or the catalogue key of what they already do; null when they can. */
export function assignmentRefusal(keys: string): { sentence: string } | { does: string } | null {
  const sentence = shortcutRefusal(keys)
  if (sentence) return { sentence }
  const does = reservedKeys[keys]
  return does ? { does } : null
}
