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
  /** The initial content; empty if not given. */
  html?: string
  label: string
  placeholder: string
  /** Locked while sending; the editor keeps the focus, or the next keys would trigger shortcuts. */
  isLocked?: () => boolean
  onChange: (editor: Editor) => void
  /** Ctrl/Cmd+Enter, with whether Shift was held. */
  onSend: (shift: boolean) => void
  /** Ctrl/Cmd+Z in an empty editor; returns true when it was handled. */
  onUndoEmpty?: () => boolean
  onPictures: (files: File[], editor: Editor) => void
  onFiles: (files: File[]) => void
  /** Suggestions and other extensions; fixed once the editor exists. */
  extensions?: AnyExtension[]
}

/**
 * The editor of replies, notes and new conversations; null until its component is mounted. Images go into the text,
 * other files beside it. Buttons subscribe to what they need: a re-render for every key would be noticeable in long
 * texts.
 */
export function useRichText(options: RichTextOptions): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  const editorRef = useRef<Editor>(null)
  const latest = useEffectEvent(() => options)
  // tiptap's own hook creates the editor while rendering and destroys it a millisecond later unless it is mounted by
  // then; a suspended component got a destroyed editor. Here it is created before the first paint, so that no
  // keystroke is lost between the previously focused element and the editor.
  useLayoutEffect(() => {
    if (editorRef.current === null)
      editorRef.current = new Editor(
        editorOptions(
          () => latest(),
          () => editorRef.current,
        ),
      )
    setEditor(editorRef.current)
  }, [])
  // A separate effect: React also runs layout cleanups for components that it hides temporarily.
  useEffect(
    () => () => {
      editorRef.current?.destroy()
      editorRef.current = null
    },
    [],
  )
  return editor
}

function editorOptions(
  latest: () => RichTextOptions,
  getEditor: () => Editor | null,
): Partial<EditorOptions> {
  const insertPictures = (files: File[]) => {
    const editor = getEditor()
    if (editor) latest().onPictures(files, editor)
  }
  const { html = '', label, placeholder, extensions = [] } = latest()
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
    // Styles are in rich-text.css: tiptap removes its injected styles with an editor, even when the next one is about
    // to mount.
    injectCSS: false,
    // It reports what each key deleted, to nobody.
    enableCoreExtensions: { delete: false },
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
        beforeinput: (_view, event) => preventIfLocked(event, latest().isLocked?.()),
        paste: (_view, event) => preventIfLocked(event, latest().isLocked?.()),
        drop: (_view, event) => preventIfLocked(event, latest().isLocked?.()),
      },
      handleKeyDown: (view, event) => {
        if (latest().isLocked?.()) return preventIfLocked(event, event.key !== 'Tab')
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
        insertPictures(pictures)
        latest().onFiles(others)
        return true
      },
      handleDrop: (view, event, _slice, moved) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (moved || files.length === 0) return false
        event.preventDefault()
        const position = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (position)
          view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(position.pos))))
        insertPictures(files.filter((file) => file.type.startsWith('image/')))
        latest().onFiles(files.filter((file) => !file.type.startsWith('image/')))
        return true
      },
    },
  }
}

function preventIfLocked(event: Event, locked = false): boolean {
  if (locked) event.preventDefault()
  return locked
}
