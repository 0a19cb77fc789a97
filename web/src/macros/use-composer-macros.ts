import type { UsableMacro } from '@parley/contract/macros/macro-availability'
import type { MacroPlace } from '@parley/contract/macros/macros'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Editor, Range } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isBlankHtml } from '../editor/blank-html.ts'
import { isEmptyMessage, type MessageDraft, useDraftPart } from '../editor/message/message-draft.ts'
import type { SuggestionStore } from '../editor/suggestions/suggestion-extension.ts'
import type { DraftMacro } from '../lib/drafts.ts'
import { showFailure, toast } from '../lib/toast.ts'
import { useStableHandlers } from '../lib/use-stable-handlers.ts'
import { macrosQuery } from '../session/queries.ts'
import { applyMacros, applyOneMacro } from './apply-macros.ts'
import { addMacro, removeMacroAction } from './chosen-macros.ts'
import { insertMacro } from './insert-macro.ts'
import { MacroStep, macroHistory } from './macro-history-step.ts'
import { macroSuggestions } from './macro-suggestions.ts'
import { loadTemplateEngine } from './template-engine.ts'
import { useUsableMacros } from './use-usable-macros.ts'

/**
 * The macros of one editor: found by `/`, with their text inserted at the caret and their actions kept in the draft
 * until sending.
 */
export function useComposerMacros({
  place,
  uuid,
  draft,
  locked,
  values,
  suggestionStore,
}: {
  place: MacroPlace
  /** The conversation; null before it exists. */
  uuid: string | null
  draft: MessageDraft
  /** Nothing can change while sending. */
  locked: boolean
  /** The current values of variables. */
  values: () => TemplateValues
  /** Where the editor shows its suggestions. */
  suggestionStore: SuggestionStore
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const chosenMacros: readonly DraftMacro[] = useDraftPart(draft, 'macros')
  const macros = useUsableMacros(place)
  // Preload, so that inserting doesn't wait; if it fails, inserting retries and reports it.
  useEffect(() => void loadTemplateEngine().catch(() => {}), [])

  const change = (next: readonly DraftMacro[]) => draft.change({ macros: [...next] })
  const applyAtOnce = async (macro: UsableMacro, conversation: string) => {
    const [macroUse] = addMacro([], macro)
    if (!macroUse || macroUse.actions.length === 0) return
    if (await applyOneMacro(cache, conversation, macroUse))
      toast.success(t('macro.applied', { name: macro.name }))
  }
  /** If neither the macro nor the agent has any text, its actions are applied at once. */
  const pick = async (editor: Editor | null, macro: UsableMacro, range: Range | null) => {
    if (!editor || editor.isDestroyed || locked) return
    const html = macro.message_content
    const isTextless = isBlankHtml(html)
    if (range && isTextless) editor.commands.deleteRange(range)
    if (uuid && isTextless && isEmptyMessage(draft.getCurrent())) return applyAtOnce(macro, uuid)
    const createStep = () =>
      new MacroStep(draft.getCurrent().macros, addMacro(draft.getCurrent().macros, macro))
    const replaced = isTextless ? null : range
    try {
      await insertMacro(editor, { html, values, range: replaced, createStep })
    } catch (error) {
      showFailure(error)
    }
  }
  const pickFromSlash = (editor: Editor, macro: UsableMacro, range: Range) => void pick(editor, macro, range)
  // The editor's plugins live outside React.
  const latest = useStableHandlers({ macros: () => macros, values, pick: pickFromSlash, change })
  // Macros may load or change while a search is open.
  const { data: all } = useQuery(macrosQuery)
  useEffect(() => {
    if (all) suggestionStore.refresh('/')
  }, [all, suggestionStore])
  const [extensions] = useState(() => [
    macroSuggestions(suggestionStore, latest),
    macroHistory(latest.change),
  ])

  return {
    /** The extensions to create the editor with. */
    extensions,
    chosen: chosenMacros,
    pick: (editor: Editor, macro: UsableMacro) => void pick(editor, macro, null),
    removeAction: (id: number, type: string) =>
      change(removeMacroAction(draft.getCurrent().macros, id, type)),
    /** Applies the actions without sending a message. */
    applyNow: () => {
      if (!uuid) return
      const chosen = draft.getCurrent().macros
      change([])
      void applyMacros(cache, uuid, chosen)
    },
  }
}

export type ComposerMacroState = ReturnType<typeof useComposerMacros>
