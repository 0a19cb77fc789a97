import { readStoredValue, storeValue } from '../../lib/browser/stored-value.ts'

const KEY = 'palette.recent'
const MAX_RECENT = 8

/** Ids of the commands last chosen in the palette, most recent first. */
export const recentCommands = (): string[] => (readStoredValue(KEY) ?? '').split(' ').filter(Boolean)

/** Stored as a space-separated list; ids contain no spaces. */
export const rememberCommand = (id: string) =>
  storeValue(KEY, [id, ...recentCommands().filter((one) => one !== id)].slice(0, MAX_RECENT).join(' '))
