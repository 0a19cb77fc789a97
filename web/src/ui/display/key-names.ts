const apple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

const names: Record<string, string> = {
  mod: apple ? '⌘' : 'Ctrl',
  shift: apple ? '⇧' : 'Shift',
  alt: apple ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  backspace: '⌫',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  space: 'Space',
}

/** The caps to draw for a key as the command registry writes it: `mod+k` is one press, `g m` two in a row. */
export function keyNames(keys: string): string[] {
  return keys
    .split(' ')
    .flatMap((press) => press.split('+'))
    .map((key) => names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key))
}
