export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  code?: string
}

/**
 * The name of a key press as commands write it: `mod+k`, `shift+x`, `g`, `?`. Ctrl and Cmd are both `mod`. Shift
 * counts only with letters and named keys: the keystroke for `?` differs between layouts, so the sign itself is the
 * key. Non-Latin layouts are read by physical key (`code`), as on a US keyboard. Null for a lone modifier and for
 * AltGr and Option combinations, which type characters.
 */
export function keyPressName(press: KeyPress): string | null {
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Unidentified'].includes(press.key)) return null
  if (press.altKey) return null
  const key = press.key === ' ' ? 'space' : (latinKey(press) ?? press.key.toLowerCase())
  const sign = key.length === 1 && key.toUpperCase() === key
  return [(press.ctrlKey || press.metaKey) && 'mod', press.shiftKey && !sign && 'shift', key]
    .filter(Boolean)
    .join('+')
}

/** The character on a US layout, when the typed one is outside ASCII. */
function latinKey({ key, code = '', shiftKey }: KeyPress): string | undefined {
  if ([...key].length !== 1 || key <= '\u007f') return undefined
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return letter.toLowerCase()
  return usLayoutSigns[code]?.[shiftKey ? 1 : 0]
}

const usLayoutSigns: Record<string, string> = {
  BracketLeft: '[{',
  BracketRight: ']}',
  Slash: '/?',
  Period: '.>',
  Comma: ',<',
  Semicolon: ';:',
}

/** How long to wait for the second key of a sequence. */
export const SEQUENCE_MS = 1000

type SequenceMatch<C> = { run: C | null; isPending: boolean }

/**
 * Matches key presses against shortcuts, some of which are sequences: `g m` is g, then m before `reset` is called.
 * The caller owns the timer, the same one that hides the hint: on a busy page keydown events arrive late, and the
 * sequence must stay valid for as long as its hint is visible.
 */
export function createSequenceMatcher() {
  let firstKey: string | null = null

  function match<C>(press: string, shortcuts: Iterable<readonly [string, C]>): SequenceMatch<C> {
    const prefix = firstKey === null ? '' : `${firstKey} `
    firstKey = null
    const all = [...shortcuts]
    if (!prefix && all.some(([keys]) => keys.startsWith(`${press} `))) {
      firstKey = press
      return { run: null, isPending: true }
    }
    // An unknown sequence does nothing: `g e` must not resolve a conversation.
    const shortcut = prefix
      ? all.find(([keys]) => keys === prefix + press)
      : all.findLast(([keys]) => keys === press)
    return { run: shortcut?.[1] ?? null, isPending: false }
  }
  const reset = () => {
    firstKey = null
  }
  return { match, reset }
}
