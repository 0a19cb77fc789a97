export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  code?: string
}

/**
 * A press as the registry writes it: `mod+k`, `shift+x`, `g`, `?`. Ctrl and Cmd are both `mod`. Shift counts
 * only with letters and named keys: how `?` is typed differs from keyboard to keyboard, so the sign itself is the key.
 * A keyboard that writes other letters than a to z is read by the place of its keys (`code`), as on a US keyboard.
 * Null for a modifier alone and for AltGr and Option combinations, which type letters.
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

/** What the key would write on a US keyboard, when what it does write is outside ASCII. */
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

/** How long the second key of a sequence is waited for. */
export const SEQUENCE_MS = 1000

type SequenceMatch<C> = { run: C | null; waiting: boolean }

/**
 * Reads presses one by one against shortcuts, of which some are sequences: `g m` is g, then m before `forget` is called. One clock says
 * when that is, the one that also takes the hint from the screen: on a busy page a key reaches us long after it was pressed, and what
 * the hint promises must hold for as long as it can be seen.
 */
export function createSequenceMatcher() {
  let prefixKey: string | null = null

  function read<C>(press: string, shortcuts: Iterable<readonly [string, C]>): SequenceMatch<C> {
    const prefix = prefixKey === null ? '' : `${prefixKey} `
    prefixKey = null
    let single: C | null = null
    let starts = false
    for (const [keys, command] of shortcuts) {
      if (prefix && keys === prefix + press) return { run: command, waiting: false }
      if (keys === press) single = command
      if (keys.startsWith(`${press} `)) starts = true
    }
    // The second key of a sequence that does not exist does nothing: `g e` must not resolve a conversation.
    if (prefix) return { run: null, waiting: false }
    if (starts) prefixKey = press
    return { run: starts ? null : single, waiting: starts }
  }
  const forget = () => {
    prefixKey = null
  }
  return { read, forget }
}
