import { readRemembered, remember } from '../lib/remembered.ts'

const KEY = 'emoji.recent'
export const KEPT = 24

export function recentEmoji(): string[] {
  try {
    const list: unknown = JSON.parse(readRemembered(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

/** The newest first, each once. */
export function rememberEmoji(emoji: string) {
  const list = [emoji, ...recentEmoji().filter((one) => one !== emoji)].slice(0, KEPT)
  remember(KEY, JSON.stringify(list))
}
