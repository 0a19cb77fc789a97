/** Longer than what is opened takes to appear; then the keys belong to the page again, whatever happened. */
const PATIENCE_MS = 3_000

/** What was typed, and whether Enter came after it. */
export type TypedAhead = { text: string; enter: boolean }

let held: (TypedAhead & { since: number }) | null = null

/** From now on letters and Enter are kept for the field that is about to open: they must not act on the page meanwhile. */
export const holdKeys = (now: number) => {
  held = { text: '', enter: false, since: now }
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp' | 'preventDefault'>

/** Keeps a key that came before its field. True when it did. */
export function holdKey(event: Press): boolean {
  if (!held || held.enter || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.timeStamp - held.since > PATIENCE_MS) return false
  if (event.key === 'Enter') held.enter = true
  else if ([...event.key].length === 1) held.text += event.key
  else return false
  event.preventDefault()
  return true
}

/** What came since `holdKeys`; nothing is kept any more. */
export function releaseKeys(): TypedAhead {
  const { text, enter } = held ?? { text: '', enter: false }
  held = null
  return { text, enter }
}
