import './rich-text.css'
import { Image } from '@tiptap/extension-image'
import { Placeholder } from '@tiptap/extension-placeholder'
import { TextSelection } from '@tiptap/pm/state'
import { type AnyExtension, Editor, type EditorOptions } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { cleanPaste, pastedPictures } from './clean-paste.ts'
import { tableExtensions } from './tables.ts'

type RichTextOptions = {
  /** What it starts with. */
  html: string
  label: string
  placeholder: string
  /** While it is sent nothing may change; the focus stays, or the next keys would be shortcuts. */
  isLocked: () => boolean
  onChange: (editor: Editor) => void
  /** Ctrl/Cmd+Enter; told whether Shift was held. */
  onSend: (shift: boolean) => void
  /** Ctrl/Cmd+Z where there is nothing to undo it in; true when it did something. */
  onUndoEmpty?: () => boolean
  onPictures: (files: File[]) => void
  onFiles: (files: File[]) => void
  /** What it offers while one types; those it starts with stay. */
  extensions?: AnyExtension[]
}

/**
 * The editor of replies, notes and new conversations; null only before its component is on the page. Pictures go into the text, other
 * files beside it. Buttons read what they need by themselves: a redraw for every key would be felt in long answers.
 */
export function useRichText(options: RichTextOptions): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  const made = useRef<Editor>(null)
  const latest = useEffectEvent(() => options)
  // tiptap's own hook makes the editor while React draws, and destroys it a millisecond later unless it is on the page by then. What
  // waits for its turn to appear is not, and was handed a dead editor. Here it comes before the first paint, so that no key falls
  // between what had the focus and the editor.
  useLayoutEffect(() => {
    made.current ??= new Editor(editorOptions(() => latest()))
    setEditor(made.current)
  }, [])
  // Not together with the layout, which React also takes from what it hides for a while.
  useEffect(
    () => () => {
      made.current?.destroy()
      made.current = null
    },
    [],
  )
  return editor
}

function editorOptions(latest: () => RichTextOptions): Partial<EditorOptions> {
  const { html, label, placeholder, extensions = [] } = latest()
  return {
    extensions: [
      StarterKit.configure({
        heading: { levels: [1, 2, 3] },
        link: { openOnClick: false, autolink: true, defaultProtocol: 'https' },
      }),
      Image.configure({ inline: true }),
      Placeholder.configure({ placeholder }),
      ...tableExtensions,
      ...extensions,
    ],
    content: html,
    // In rich-text.css: tiptap takes its own styles along with an editor that goes, though the next one may be about to come.
    injectCSS: false,
    onUpdate: ({ editor }) => latest().onChange(editor),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich-text',
      },
      transformPastedHTML: cleanPaste,
      handleDOMEvents: {
        beforeinput: (_view, event) => preventIfLocked(event, latest().isLocked()),
        paste: (_view, event) => preventIfLocked(event, latest().isLocked()),
        drop: (_view, event) => preventIfLocked(event, latest().isLocked()),
      },
      handleKeyDown: (view, event) => {
        if (latest().isLocked()) return preventIfLocked(event, event.key !== 'Tab')
        if (!(event.ctrlKey || event.metaKey)) return false
        const isEmpty = view.state.doc.textContent === '' && view.state.doc.childCount === 1
        if (event.key === 'z' && isEmpty && latest().onUndoEmpty?.()) return preventIfLocked(event, true)
        if (event.key !== 'Enter') return false
        event.preventDefault()
        latest().onSend(event.shiftKey)
        return true
      },
      handlePaste: (_view, event) => {
        const data = event.clipboardData
        if (!data || data.files.length === 0) return false
        const pictures = pastedPictures(data)
        const others = [...data.files].filter((file) => !file.type.startsWith('image/'))
        if (pictures.length === 0 && others.length === 0) return false
        latest().onPictures(pictures)
        latest().onFiles(others)
        return true
      },
      handleDrop: (view, event, _slice, moved) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (moved || files.length === 0) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))))
        latest().onPictures(files.filter((file) => file.type.startsWith('image/')))
        latest().onFiles(files.filter((file) => !file.type.startsWith('image/')))
        return true
      },
    },
  }
}

function preventIfLocked(event: Event, locked: boolean): boolean {
  if (locked) event.preventDefault()
  return locked
}
