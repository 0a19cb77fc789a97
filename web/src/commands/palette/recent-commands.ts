import { readStoredValue, storeValue } from '../../lib/browser/stored-value.ts'

const KEY = 'palette.recent'
const MAX_RECENT = 8

/** Ids of the commands that were last chosen in the palette, the latest first. */
export const recentCommands = (): string[] => (readStoredValue(KEY) ?? '').split(' ').filter(Boolean)

/** Ids hold no blanks, so a line of them is enough. */
export const rememberCommand = (id: string) =>
  storeValue(KEY, [id, ...recentCommands().filter((one) => one !== id)].slice(0, MAX_RECENT).join(' '))
