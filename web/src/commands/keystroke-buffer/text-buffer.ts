/** Longer than what is opened takes to appear; then the keys belong to the page again, whatever happened. */
const BUFFER_TIMEOUT_MS = 3_000

/** What was typed, and whether Enter came after it. */
export type BufferedKeystrokes = { text: string; enter: boolean }

let buffer: (BufferedKeystrokes & { since: number }) | null = null

/** From now on letters and Enter are kept for the field that is about to open: they must not act on the page meanwhile. */
export const startBuffering = (now: number) => {
  buffer = { text: '', enter: false, since: now }
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp' | 'preventDefault'>

/** Keeps a key that came before its field. True when it did. */
export function bufferKeystroke(event: Press): boolean {
  if (!buffer || buffer.enter || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.timeStamp - buffer.since > BUFFER_TIMEOUT_MS) return false
  if (event.key === 'Enter') buffer.enter = true
  else if ([...event.key].length === 1) buffer.text += event.key
  else return false
  event.preventDefault()
  return true
}

/** What came since `holdKeys`; nothing is kept any more. */
export function takeBufferedKeystrokes(): BufferedKeystrokes {
  const { text, enter } = buffer ?? { text: '', enter: false }
  buffer = null
  return { text, enter }
}
