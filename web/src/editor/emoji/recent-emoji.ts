import type { SkinTone } from 'frimousse'
import { readStoredValue, storeValue } from '../../lib/browser/stored-value.ts'

const KEY = 'emoji.recent'
export const MAX_RECENT_EMOJI = 24
const TONE_KEY = 'emoji.tone'

export function recentEmoji(): string[] {
  try {
    const list: unknown = JSON.parse(readStoredValue(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, MAX_RECENT_EMOJI) : []
  } catch {
    return []
  }
}

/** Newest first, without duplicates. */
export function rememberEmoji(emoji: string) {
  const list = [emoji, ...recentEmoji().filter((one) => one !== emoji)].slice(0, MAX_RECENT_EMOJI)
  storeValue(KEY, JSON.stringify(list))
}

const tones: readonly SkinTone[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark']

export const rememberedTone = (): SkinTone => tones.find((one) => one === readStoredValue(TONE_KEY)) ?? 'none'

export const rememberTone = (tone: SkinTone) => storeValue(TONE_KEY, tone)
