import type { SkinTone } from 'frimousse'
import { readRemembered, remember } from '../lib/remembered.ts'

const KEY = 'emoji.recent'
export const KEPT = 24
const TONE_KEY = 'emoji.tone'

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

const tones: readonly SkinTone[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark']

export const rememberedTone = (): SkinTone => tones.find((one) => one === readRemembered(TONE_KEY)) ?? 'none'

export const rememberTone = (tone: SkinTone) => remember(TONE_KEY, tone)
