import {
  type SuggestionItem,
  type SuggestionStore,
  suggestionExtension,
} from '../suggestions/suggestion-extension.ts'
import { loadEmoji, type NamedEmoji } from './emoji-data.ts'
import { recentEmoji, rememberEmoji, rememberedTone } from './recent-emoji.ts'
import { searchEmoji } from './search-emoji.ts'

/** Suggests emoji by name after `:` and two letters. */
export const emojiSuggestions = (store: SuggestionStore) =>
  suggestionExtension({
    char: ':',
    name: 'editor.suggestions',
    minLength: 2,
    store,
    search: async (query) => searchEmoji(await loadEmoji(), query, recentEmoji()).map(toSuggestion),
  })

function toSuggestion({ emoji, label, skins }: NamedEmoji): SuggestionItem {
  const tone = rememberedTone()
  const mark = (tone !== 'none' && skins?.[tone]) || emoji
  return {
    id: emoji,
    icon: mark,
    label,
    insert: (editor, range) => {
      rememberEmoji(mark)
      editor.chain().focus().insertContentAt(range, mark).run()
    },
  }
}
