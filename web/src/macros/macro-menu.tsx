import { Popover as Base } from '@base-ui/react/popover'
import type { UsableMacro } from '@parley/contract/macro-rules'
import type { TemplateValues } from '@parley/contract/template-variables'
import type { Editor } from '@tiptap/react'
import { clsx } from 'clsx'
import { Zap } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { actionName } from './action-words.ts'
import { filledIfReady } from './filling.ts'
import { textOf } from './order.ts'
import { type SlashMenu, useSlashMenuState } from './slash-menu.ts'

/** The macros that match what was typed after `/`. The focus stays in the editor, which is told what is marked. */
export function MacroMenu({
  menu,
  editor,
  values,
}: {
  menu: SlashMenu
  editor: Editor
  values: () => TemplateValues
}) {
  const { t } = useTranslation()
  const open = useSlashMenuState(menu)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const found = open?.found ?? []
  const shown = found.length > 0
  const marked = shown ? `${id}-${open?.at}` : null

  // The editor's element belongs to ProseMirror.
  useEffect(() => {
    if (!marked) return
    const { dom } = editor.view
    dom.setAttribute('aria-controls', id)
    dom.setAttribute('aria-activedescendant', marked)
    list.current?.querySelector(`[id="${marked}"]`)?.scrollIntoView({ block: 'nearest' })
    return () => {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, marked])

  return (
    <>
      <p role="status" className="sr-only">
        {shown && t('macro.found', { count: found.length })}
      </p>
      <Base.Root open={shown} onOpenChange={(next) => !next && menu.close(editor)}>
        <Base.Portal>
          <Base.Positioner
            anchor={{ getBoundingClientRect: () => open?.rect() ?? new DOMRect() }}
            side="top"
            align="start"
            sideOffset={6}
            collisionPadding={8}
            className="z-50"
          >
            <Base.Popup
              initialFocus={false}
              finalFocus={false}
              aria-label={t('macro.menu')}
              className="floating w-96 max-w-[calc(100vw-1rem)] p-1"
            >
              <div
                ref={list}
                id={id}
                role="listbox"
                aria-label={t('macro.menu')}
                tabIndex={-1}
                className="max-h-[min(19rem,var(--available-height))] overflow-y-auto"
              >
                {found.map((macro, at) => (
                  <Row
                    key={macro.id}
                    id={`${id}-${at}`}
                    macro={macro}
                    text={textOf(filledIfReady(macro.message_content, values()))}
                    marked={at === open?.at}
                    onPick={() => menu.pick(macro)}
                  />
                ))}
              </div>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </>
  )
}

function Row({
  id,
  macro,
  text,
  marked,
  onPick,
}: {
  id: string
  macro: UsableMacro
  text: string
  marked: boolean
  onPick: () => void
}) {
  const { t } = useTranslation()
  const actions = macro.actions.map((action) => actionName(action, t)).join(' · ')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the editor
    // biome-ignore lint/a11y/useKeyWithClickEvents: the editor's keys choose
    <div
      id={id}
      role="option"
      aria-selected={marked}
      // A press would take the focus, and with it the caret.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={clsx(
        'flex cursor-default items-start gap-2.5 rounded-md px-2 py-1.5 select-none hover:bg-hover',
        marked && 'bg-selected hover:bg-selected',
      )}
    >
      <Zap size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{macro.name}</span>
        {text && <span className="block truncate text-xs text-ink-3">{text}</span>}
        {actions && <span className="block truncate text-xs text-ink-2">{actions}</span>}
      </span>
    </div>
  )
}
