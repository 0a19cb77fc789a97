import { keysRefusal, type Shortcuts } from '@parley/contract/shortcuts'
import { type KnownCommand, knownCommands } from './known-commands.ts'

/** The keys that a command answers to now. */
export const keysNow = (command: KnownCommand, own: Shortcuts): readonly string[] =>
  own[command.id] ?? [command.keys]

export const isOwn = ({ id }: KnownCommand, own: Shortcuts): boolean => own[id] !== undefined

/** The command with these keys alone; its usual ones are no choice of the agent's own. */
export function withKeys(own: Shortcuts, command: KnownCommand, keys: readonly string[]): Shortcuts {
  const isUsual = keys.length === 1 && keys[0] === command.keys
  const ids = [command.id, ...(command.also ?? [])]
  const others = Object.entries(own).filter(([id]) => !ids.includes(id))
  return Object.fromEntries([...others, ...(isUsual ? [] : ids.map((id) => [id, [...keys]]))])
}

/** Whose keys these are, where both can be done in one place: the same, or one the beginning of the other's. */
export const takenBy = (keys: string, command: KnownCommand, own: Shortcuts): KnownCommand[] =>
  knownCommands.filter(
    (other) =>
      other.id !== command.id &&
      (other.place === command.place || other.place === 'anywhere' || command.place === 'anywhere') &&
      keysNow(other, own).some((one) => areAtOdds(one, keys)),
  )

/** The command with these keys, which are taken from whoever has them. */
export function giveKeys(own: Shortcuts, command: KnownCommand, keys: string): Shortcuts {
  const without = takenBy(keys, command, own).reduce(
    (left, other) =>
      withKeys(
        left,
        other,
        keysNow(other, left).filter((one) => !areAtOdds(one, keys)),
      ),
    own,
  )
  return withKeys(without, command, [keys])
}

const areAtOdds = (a: string, b: string) => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)

/** What every program does alike, which is nobody's to give away. Catalogue keys of what it is. */
const fixed: Record<string, string> = {
  'mod+enter': 'composer.send',
  'mod+shift+enter': 'composer.send_resolve',
  'mod+s': 'form.save',
  'mod+z': 'command.undo_send',
  'mod+i': 'editor.italic',
  'mod+e': 'editor.code',
  z: 'command.undo_send',
}

/** Why these keys cannot be given to a command, as a sentence, or as what they do already. */
export function refusalOf(keys: string): { sentence: string } | { does: string } | null {
  const sentence = keysRefusal(keys)
  if (sentence) return { sentence }
  const does = fixed[keys]
  return does ? { does } : null
}
