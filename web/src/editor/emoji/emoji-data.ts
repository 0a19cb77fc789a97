import dataUrl from 'emojibase-data/en/data.json?url'
import messagesUrl from 'emojibase-data/en/messages.json?url'
import type { EmojiDataResolver } from 'frimousse'
import { z } from 'zod'
import { i18n } from '../../lib/i18n.ts'
import { categories, categoryOf } from './emoji-categories.ts'

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
const Messages = z.object({ skinTones: z.array(z.object({ key: z.string(), message: z.string() })) })

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

export type NamedEmoji = {
  emoji: string
  /** Index in `categories`. */
  category: number
  version: number
  label: string
  tags: string[]
  skins?: Record<(typeof tones)[number], string>
}

/** Serves the picker's data from our own server; the library would use a CDN. */
export const emojiData: EmojiDataResolver = async (locale) => {
  const [emojis, messages] = await Promise.all([loadEmoji(), fetchJson(messagesUrl, Messages)])
  const toneNames = new Map(messages.skinTones.map(({ key, message }) => [key, message]))
  const tone = (key: (typeof tones)[number]) => toneNames.get(key) ?? key
  return {
    locale,
    emojis: [...emojis],
    categories: categories.map(({ label }, index) => ({ index, label: i18n.t(label) })),
    skinTones: {
      light: tone('light'),
      'medium-light': tone('medium-light'),
      medium: tone('medium'),
      'medium-dark': tone('medium-dark'),
      dark: tone('dark'),
    },
  }
}

let loading: Promise<readonly NamedEmoji[]> | undefined

/** All emoji in picker order; fetched once. */
export function loadEmoji(): Promise<readonly NamedEmoji[]> {
  loading ??= fetchJson(dataUrl, Emojis)
    .then(toSortedEmoji)
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

const toSortedEmoji = (emojis: z.infer<typeof Emojis>): NamedEmoji[] =>
  emojis
    .flatMap(({ emoji, label, group, order = 0, version, tags = [], skins }) => {
      const category = categoryOf(group)
      if (category === null || version > MAX_EMOJI_VERSION) return []
      // Couples have 25 tone combinations, which a single tone can't select.
      const toned = skins?.length === tones.length && { skins: skinsByTone(skins.map((skin) => skin.emoji)) }
      return [{ order, named: { emoji, category, version, label: capital(label), tags, ...toned } }]
    })
    .sort((a, b) => a.named.category - b.named.category || a.order - b.order)
    .map(({ named }) => named)

/** Newer emoji show as an empty box on many computers. Emoji 15.1 is from 2023. */
const MAX_EMOJI_VERSION = 15.1

const skinsByTone = ([light = '', mediumLight = '', medium = '', mediumDark = '', dark = '']: string[]) => ({
  light,
  'medium-light': mediumLight,
  medium,
  'medium-dark': mediumDark,
  dark,
})

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

async function fetchJson<S extends z.ZodType>(url: string, schema: S): Promise<z.output<S>> {
  const response = await fetch(url)
  return schema.parse(await response.json())
}
