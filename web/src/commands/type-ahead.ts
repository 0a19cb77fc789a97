/** Longer than any palette takes to appear; then the keys belong to the page again, whatever happened. */
const PATIENCE_MS = 3_000

let held: { text: string; since: number } | null = null

/** From now on letters are kept for the palette, which is about to open: they must not act on the page meanwhile. */
export const holdKeys = () => {
  held = { text: '', since: performance.now() }
}

/** Keeps a letter that came before the palette could. True when it did. */
export function holdKey(event: KeyboardEvent): boolean {
  if (!held || event.ctrlKey || event.metaKey || event.altKey || [...event.key].length !== 1) return false
  if (event.timeStamp - held.since > PATIENCE_MS) return false
  held.text += event.key
  event.preventDefault()
  return true
}

/** What was typed since `holdKeys`; nothing is kept any more. */
export function releaseKeys(): string {
  const text = held?.text ?? ''
  held = null
  return text
}
