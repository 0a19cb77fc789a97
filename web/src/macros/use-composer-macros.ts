import type { UsableMacro } from '@parley/contract/macro-rules'
import type { MacroPlace } from '@parley/contract/macros'
import type { TemplateValues } from '@parley/contract/template-variables'
import { useQueryClient } from '@tanstack/react-query'
import type { Editor, Range } from '@tiptap/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isBlankHtml } from '../editor/use-draft.ts'
import type { Draft, DraftMacro } from '../lib/drafts.ts'
import { showFailure, toast } from '../lib/toast.ts'
import { apply, applyPicked } from './apply-picked.ts'
import { loadFilling } from './filling.ts'
import { insertText } from './insert.ts'
import { withoutAction, withPicked } from './picked.ts'
import { useSlashMenu } from './slash-menu.ts'
import { useUsableMacros } from './use-usable-macros.ts'

/** The macros of one editor: found by `/`, their text inserted at the caret, their actions kept with the draft until the message is sent. */
export function useComposerMacros({
  place,
  uuid,
  draft,
  begin,
  locked,
  values,
}: {
  place: MacroPlace
  /** The conversation; null while there is none yet. */
  uuid: string | null
  draft: { now: () => Draft; change: (part: Partial<Draft>) => void }
  /** What the draft starts with. */
  begin: readonly DraftMacro[]
  /** While it is sent nothing may change. */
  locked: boolean
  /** What variables stand for at this moment. */
  values: () => TemplateValues
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const editor = useRef<Editor | null>(null)
  const [picked, setPicked] = useState(begin)
  const macros = useUsableMacros(place)
  // Ahead of need, so that inserting does not wait; when it fails, inserting tries again and tells.
  useEffect(() => void loadFilling().catch(() => {}), [])

  const change = (next: readonly DraftMacro[]) => {
    setPicked(next)
    draft.change({ macros: [...next] })
  }
  /** At once when there is nothing to send: neither the macro nor the agent says a word. */
  const pick = async (macro: UsableMacro, range: Range | null) => {
    if (!editor.current || locked) return
    const saysNothing = isBlankHtml(macro.message_content)
    if (saysNothing && range) editor.current.commands.deleteRange(range)
    if (saysNothing && uuid && isBlankHtml(editor.current.getHTML()) && draft.now().files.length === 0) {
      const [use] = withPicked([], macro)
      if (use && (await apply(cache, uuid, use))) toast.success(t('macro.applied', { name: macro.name }))
      return
    }
    try {
      if (!saysNothing) await insertText(editor.current, macro.message_content, values(), range)
      change(withPicked(draft.now().macros, macro))
    } catch (error) {
      showFailure(error)
    }
  }
  const latest = useRef(pick)
  useEffect(() => {
    latest.current = pick
  })
  const onSlashPick = useCallback((macro: UsableMacro, range: Range) => void latest.current(macro, range), [])
  const menu = useSlashMenu(macros, onSlashPick)

  return {
    menu,
    picked,
    values,
    /** The editor is there, or is another one. */
    attach: (next: Editor) => {
      editor.current = next
    },
    pick: (macro: UsableMacro) => void pick(macro, null),
    leaveOut: (id: number, type: string) => change(withoutAction(draft.now().macros, id, type)),
    /** Does the actions without a message. */
    applyNow: () => {
      if (!uuid) return
      const all = draft.now().macros
      change([])
      void applyPicked(cache, uuid, all)
    },
    /** Shows what the draft was set to. */
    reset: (next: Draft) => setPicked(next.macros),
  }
}

export type ComposerMacroState = ReturnType<typeof useComposerMacros>
