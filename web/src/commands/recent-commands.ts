import { readRemembered, remember } from '../lib/remembered.ts'

const KEY = 'palette.recent'
const KEPT = 8

/** Ids of the commands that were last chosen in the palette, the latest first. */
export const recentCommands = (): string[] => (readRemembered(KEY) ?? '').split(' ').filter(Boolean)

/** Ids hold no blanks, so a line of them is enough. */
export const rememberCommand = (id: string) =>
  remember(KEY, [id, ...recentCommands().filter((one) => one !== id)].slice(0, KEPT).join(' '))
