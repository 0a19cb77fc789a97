/** Longer than the field takes to open; after that, keystrokes go to the page again. */
const BUFFER_TIMEOUT_MS = 3_000

/** The typed text, and whether Enter followed it. */
export type BufferedKeystrokes = { text: string; enter: boolean }

let buffer: (BufferedKeystrokes & { since: number }) | null = null

/**
 * Starts buffering letters and Enter for a field that is about to open, so that they don't trigger shortcuts on the
 * page.
 */
export const startBuffering = (now: number) => {
  buffer = { text: '', enter: false, since: now }
}

/** Whether it has started, and no field has taken anything yet. */
export const isBuffering = (now: number): boolean =>
  buffer !== null && now - buffer.since <= BUFFER_TIMEOUT_MS

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp' | 'preventDefault'>

/** Buffers a keystroke that was typed before its field opened. Returns whether it did. */
export function bufferKeystroke(event: Press): boolean {
  if (!buffer || buffer.enter || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.timeStamp - buffer.since > BUFFER_TIMEOUT_MS) return false
  if (event.key === 'Enter') buffer.enter = true
  else if ([...event.key].length === 1) buffer.text += event.key
  else return false
  event.preventDefault()
  return true
}

/** Returns what was typed since `startBuffering` and stops buffering. */
export function takeBufferedKeystrokes(): BufferedKeystrokes {
  const { text, enter } = buffer ?? { text: '', enter: false }
  buffer = null
  return { text, enter }
}
