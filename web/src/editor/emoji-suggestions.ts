import { loadEmoji, type NamedEmoji } from './emoji-data.ts'
import { findEmoji } from './find-emoji.ts'
import { recentEmoji, rememberEmoji, rememberedTone } from './recent-emoji.ts'
import { type OfferStore, type Suggested, suggestionExtension } from './suggestions.ts'

/** `:` and two letters offer emoji by their names. */
export const emojiSuggestions = (store: OfferStore) =>
  suggestionExtension({
    char: ':',
    name: 'editor.suggestions',
    least: 2,
    store,
    search: async (query) => findEmoji(await loadEmoji(), query, recentEmoji()).map(suggested),
  })

function suggested({ emoji, label, skins }: NamedEmoji): Suggested {
  const tone = rememberedTone()
  const mark = (tone !== 'none' && skins?.[tone]) || emoji
  return {
    id: emoji,
    mark,
    label,
    insert: (editor, range) => {
      rememberEmoji(mark)
      editor.chain().focus().insertContentAt(range, mark).run()
    },
  }
}
