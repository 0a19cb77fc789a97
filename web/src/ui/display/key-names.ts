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

/** Display names of the keys of a shortcut: `mod+k` is one press, `g m` a sequence. */
export function keyNames(keys: string): string[] {
  return keys
    .split(' ')
    .flatMap((press) => press.split('+'))
    .map((key) => names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key))
}
