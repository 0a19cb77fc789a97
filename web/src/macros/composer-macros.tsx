import type { Editor } from '@tiptap/react'
import { Zap } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/inputs/button.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { ActionChip } from './action-chip.tsx'
import type { ComposerMacroState } from './use-composer-macros.ts'
import type { PendingMacro } from './use-macro-command.tsx'

/** The actions that the chosen macros will apply after sending, above the editor's buttons. */
export function ComposerMacros({
  macros,
  editor,
  pendingMacro,
  label,
  canApplyNow = false,
}: {
  macros: ComposerMacroState
  editor: Editor | null
  pendingMacro: PendingMacro
  /** When the actions run, as text. */
  label: string
  /** Whether there is no message for them to wait for. */
  canApplyNow?: boolean
}) {
  const { t } = useTranslation()
  // The editor and the palette are outside React.
  useEffect(() => {
    if (!editor) return
    const macro = pendingMacro.take()
    if (macro) macros.pick(editor, macro)
  })
  const withActions = macros.chosen.filter(({ actions }) => actions.length > 0)
  return (
    <>
      {withActions.length > 0 && (
        <section
          aria-label={t('macro.chosen')}
          className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-3.5 pb-2 text-xs text-ink-3"
        >
          <span className="flex items-center gap-1.25">
            <Zap size={13} aria-hidden />
            {label}
          </span>
          <ul className="contents">
            {withActions.flatMap((macro) =>
              macro.actions.map((action) => (
                <ActionChip
                  key={`${macro.id}.${action.type}`}
                  action={action}
                  onRemove={() => {
                    macros.removeAction(macro.id, action.type)
                    // The button is gone; refocus, so that the next keys aren't shortcuts.
                    if (editor && !editor.isDestroyed) editor.view.focus()
                  }}
                />
              )),
            )}
          </ul>
          {canApplyNow && (
            <Button type="button" size="sm" variant="ghost" onClick={macros.applyNow}>
              {t('macro.apply_now')}
            </Button>
          )}
        </section>
      )}
    </>
  )
}

/** Opens the `/` menu by mouse or touch. */
export function MacroButton({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const open = () => {
    const nodeBefore = editor.state.selection.$from.nodeBefore
    const needsSpace = nodeBefore?.isText && !/\s$/.test(nodeBefore.text ?? '')
    editor
      .chain()
      .focus()
      .insertContent(needsSpace ? ' /' : '/')
      .run()
  }
  return (
    <IconButton label={t('macro.insert')} shortcut="/" side="top" onClick={open}>
      <Zap size={16} aria-hidden />
    </IconButton>
  )
}
