import type { UsableMacro } from '@parley/contract/macros/macro-availability'
import type { MacroPlace } from '@parley/contract/macros/macros'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Editor, Range } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SuggestionStore } from '../editor/suggestions/suggestion-extension.ts'
import { isBlankHtml } from '../editor/use-draft.ts'
import type { Draft, DraftMacro } from '../lib/drafts.ts'
import { showFailure, toast } from '../lib/toast.ts'
import { macrosQuery } from '../session/queries.ts'
import { applyMacros, applyOneMacro } from './apply-macros.ts'
import { addMacro, removeMacroAction } from './chosen-macros.ts'
import { insertMacro } from './insert-macro.ts'
import { MacroStep, macroHistory } from './macro-history-step.ts'
import { macroSuggestions } from './macro-suggestions.ts'
import { loadTemplateEngine } from './template-engine.ts'
import { useUsableMacros } from './use-usable-macros.ts'

/** The macros of one editor: found by `/`, their text inserted at the caret, their actions kept with the draft until the message is sent. */
export function useComposerMacros({
  place,
  uuid,
  draft,
  initial,
  locked,
  values,
  suggestionStore,
}: {
  place: MacroPlace
  /** The conversation; null while there is none yet. */
  uuid: string | null
  draft: { getCurrent: () => Draft; change: (part: Partial<Draft>) => void }
  /** What the draft starts with. */
  initial: readonly DraftMacro[]
  /** While it is sent nothing may change. */
  locked: boolean
  /** What variables stand for at this moment. */
  values: () => TemplateValues
  /** Where the editor offers what `/` finds. */
  suggestionStore: SuggestionStore
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [picked, setPicked] = useState(initial)
  const macros = useUsableMacros(place)
  // Ahead of need, so that inserting does not wait; when it fails, inserting tries again and tells.
  useEffect(() => void loadTemplateEngine().catch(() => {}), [])

  const change = (next: readonly DraftMacro[]) => {
    setPicked(next)
    draft.change({ macros: [...next] })
  }
  /** At once when there is nothing to send: neither the macro nor the agent says a word. */
  const pick = async (editor: Editor | null, macro: UsableMacro, range: Range | null) => {
    if (!editor || editor.isDestroyed || locked) return
    const html = macro.message_content
    if (range && isBlankHtml(html)) editor.commands.deleteRange(range)
    if (uuid && isBlankHtml(html) && isBlankHtml(editor.getHTML()) && draft.getCurrent().files.length === 0) {
      const [use] = addMacro([], macro)
      if (use && use.actions.length > 0 && (await applyOneMacro(cache, uuid, use)))
        toast.success(t('macro.applied', { name: macro.name }))
      return
    }
    const picked = () => new MacroStep(draft.getCurrent().macros, addMacro(draft.getCurrent().macros, macro))
    try {
      await insertMacro(editor, { html, values, replaced: isBlankHtml(html) ? null : range, picked })
    } catch (error) {
      showFailure(error)
    }
  }
  const onSlash = (editor: Editor, macro: UsableMacro, range: Range) => void pick(editor, macro, range)
  const latest = useRef({ macros, values, pick: onSlash, change })
  // The editor's plugins live outside React.
  useEffect(() => {
    latest.current = { macros, values, pick: onSlash, change }
  })
  // They may come, or change, while somebody searches among them.
  const { data: all } = useQuery(macrosQuery)
  useEffect(() => {
    if (all) suggestionStore.refresh('/')
  }, [all, suggestionStore])
  const [extensions] = useState(() => [
    macroSuggestions(suggestionStore, () => latest.current),
    macroHistory((next) => latest.current.change(next)),
  ])

  return {
    /** For the editor to start with. */
    extensions,
    chosen: picked,
    pick: (editor: Editor, macro: UsableMacro) => void pick(editor, macro, null),
    removeAction: (id: number, type: string) =>
      change(removeMacroAction(draft.getCurrent().macros, id, type)),
    /** Does the actions without a message. */
    applyNow: () => {
      if (!uuid) return
      const chosen = draft.getCurrent().macros
      change([])
      void applyMacros(cache, uuid, chosen)
    },
    /** Shows what the draft was set to. */
    reset: (next: Draft) => setPicked(next.macros),
  }
}

export type ComposerMacroState = ReturnType<typeof useComposerMacros>
