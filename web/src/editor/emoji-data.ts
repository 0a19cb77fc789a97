import dataUrl from 'emojibase-data/en/data.json?url'
import messagesUrl from 'emojibase-data/en/messages.json?url'
import type { EmojiDataResolver } from 'frimousse'
import { z } from 'zod'

const Emoji = z.object({ emoji: z.string(), label: z.string() })
const Emojis = z.array(
  Emoji.extend({
    group: z.int().optional(),
    order: z.int().optional(),
    version: z.number(),
    tags: z.array(z.string()).optional(),
    skins: z.array(Emoji).optional(),
  }),
)
const Messages = z.object({
  groups: z.array(z.object({ key: z.string(), message: z.string(), order: z.int() })),
  skinTones: z.array(z.object({ key: z.string(), message: z.string() })),
})

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

/** The picker's data from our own server: its library would ask a CDN. */
export const emojiData: EmojiDataResolver = async (locale, { signal }) => {
  const [emojis, messages] = await Promise.all([
    read(dataUrl, Emojis, signal),
    read(messagesUrl, Messages, signal),
  ])
  const named = new Map(messages.skinTones.map(({ key, message }) => [key, message]))
  const tone = (key: (typeof tones)[number]) => named.get(key) ?? key
  return {
    locale,
    emojis: emojis
      .filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map(({ emoji, label, group = 0, version, tags = [], skins }) => ({
        emoji,
        category: group,
        version,
        label: capital(label),
        tags,
        // Pairs come in 25 mixtures; the tone of one hand says nothing of them.
        ...(skins?.length === tones.length && { skins: byTone(skins.map((skin) => skin.emoji)) }),
      })),
    categories: messages.groups
      .filter(({ order }) => order !== COMPONENTS)
      .map(({ order, message }) => ({ index: order, label: capital(message) })),
    skinTones: {
      light: tone('light'),
      'medium-light': tone('medium-light'),
      medium: tone('medium'),
      'medium-dark': tone('medium-dark'),
      dark: tone('dark'),
    },
  }
}

/** What came later is an empty box on many computers. Emoji 15.1 is of 2023. */
const NEWEST = 15.1

/** Skin tones and hair by themselves. */
const COMPONENTS = 2

const byTone = ([light = '', mediumLight = '', medium = '', mediumDark = '', dark = '']: string[]) => ({
  light,
  'medium-light': mediumLight,
  medium,
  'medium-dark': mediumDark,
  dark,
})

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

async function read<S extends z.ZodType>(url: string, schema: S, signal?: AbortSignal) {
  const response = await fetch(url, signal ? { signal } : {})
  return schema.parse(await response.json())
}
