import type { UsableMacro } from '@parley/contract/macro-rules'
import type { TemplateValues } from '@parley/contract/template-variables'
import type { Editor, Range } from '@tiptap/react'
import { Zap } from 'lucide-react'
import { type OfferStore, type Suggested, suggestionExtension } from '../editor/suggestions.ts'
import { textOf } from '../format/html-text.ts'
import { i18n } from '../lib/i18n.ts'
import { actionName } from './action-words.ts'
import { filledIfReady } from './filling.ts'
import { searchMacros } from './order.ts'

/** What is known while one types, which is more than when the editor was made. */
export type Now = {
  macros: readonly UsableMacro[]
  values: () => TemplateValues
  pick: (editor: Editor, macro: UsableMacro, range: Range) => void
}

/** `/` offers the macros by name, with what each would write and do. A slash before a space is only a slash. */
export const macroSuggestions = (store: OfferStore, now: () => Now) =>
  suggestionExtension({
    char: '/',
    name: 'macro.menu',
    least: 0,
    spaces: true,
    store,
    search: (query) =>
      query.startsWith(' ') ? [] : searchMacros(now().macros, query).map((macro) => suggested(macro, now)),
  })

const suggested = (macro: UsableMacro, now: () => Now): Suggested => ({
  id: String(macro.id),
  mark: Zap,
  label: macro.name,
  lines: [
    { text: textOf(filledIfReady(macro.message_content, now().values())), strong: false },
    { text: macro.actions.map((action) => actionName(action, i18n.t)).join(' · '), strong: true },
  ].filter(({ text }) => text !== ''),
  insert: (editor, range) => now().pick(editor, macro, range),
})
