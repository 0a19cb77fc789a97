import type { UsableMacro } from '@parley/contract/macros/macro-availability'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import type { Editor, Range } from '@tiptap/react'
import { Zap } from 'lucide-react'
import {
  type SuggestionItem,
  type SuggestionStore,
  suggestionExtension,
} from '../editor/suggestions/suggestion-extension.ts'
import { htmlToText } from '../format/html-to-text.ts'
import { i18n } from '../lib/i18n.ts'
import { describeAction } from './describe-action.ts'
import { searchMacros } from './rank-macros.ts'
import { renderIfLoaded } from './template-engine.ts'

/** Current values, read while typing; the extension is created before they are known. */
export type MacroSuggestionContext = {
  macros: () => readonly UsableMacro[]
  values: () => TemplateValues
  pick: (editor: Editor, macro: UsableMacro, range: Range) => void
}

/** Suggests macros by name after `/`, with their text and actions. A slash before a space is plain text. */
export const macroSuggestions = (store: SuggestionStore, now: MacroSuggestionContext) =>
  suggestionExtension({
    char: '/',
    name: 'macro.menu',
    minLength: 0,
    allowSpaces: true,
    store,
    search: (query) =>
      query.startsWith(' ') ? [] : searchMacros(now.macros(), query).map((macro) => toSuggestion(macro, now)),
  })

const toSuggestion = (macro: UsableMacro, now: MacroSuggestionContext): SuggestionItem => ({
  id: String(macro.id),
  icon: Zap,
  label: macro.name,
  lines: [
    { text: htmlToText(renderIfLoaded(macro.message_content, now.values())), strong: false },
    { text: macro.actions.map((action) => describeAction(action, i18n.t)).join(' · '), strong: true },
  ].filter(({ text }) => text !== ''),
  insert: (editor, range) => now.pick(editor, macro, range),
})
