import './rich-text.css'
import { Image } from '@tiptap/extension-image'
import { Placeholder } from '@tiptap/extension-placeholder'
import { TextSelection } from '@tiptap/pm/state'
import { type AnyExtension, type Editor, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { cleanPaste, pastedPictures } from './clean-paste.ts'

/** The editor of replies, notes and new conversations. `onSend` is Ctrl/Cmd+Enter, told whether Shift was held. Pictures go into the text, other files beside it. */
export function useRichText({
  html,
  label,
  placeholder,
  isLocked,
  onChange,
  onSend,
  onUndoEmpty,
  onPictures,
  onFiles,
  extensions = [],
}: {
  /** What it starts with. */
  html: string
  label: string
  placeholder: string
  /** While it is sent nothing may change; the focus stays, or the next keys would be shortcuts. */
  isLocked: () => boolean
  onChange: (editor: Editor) => void
  onSend: (shift: boolean) => void
  /** Ctrl/Cmd+Z where there is nothing to undo it in; true when it did something. */
  onUndoEmpty?: () => boolean
  onPictures: (files: File[]) => void
  onFiles: (files: File[]) => void
  /** What it offers while one types; those it starts with stay. */
  extensions?: AnyExtension[]
}): Editor | null {
  return useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [1, 2, 3] },
        link: { openOnClick: false, autolink: true, defaultProtocol: 'https' },
      }),
      Image.configure({ inline: true }),
      Placeholder.configure({ placeholder }),
      ...extensions,
    ],
    content: html,
    // Buttons read what they need by themselves; a redraw for every key would be felt in long answers.
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }) => onChange(editor),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich-text',
      },
      transformPastedHTML: cleanPaste,
      handleDOMEvents: {
        beforeinput: (_view, event) => refuse(event, isLocked()),
        paste: (_view, event) => refuse(event, isLocked()),
        drop: (_view, event) => refuse(event, isLocked()),
      },
      handleKeyDown: (view, event) => {
        if (isLocked()) return refuse(event, event.key !== 'Tab')
        if (!(event.ctrlKey || event.metaKey)) return false
        const isEmpty = view.state.doc.textContent === '' && view.state.doc.childCount === 1
        if (event.key === 'z' && isEmpty && onUndoEmpty?.()) return refuse(event, true)
        if (event.key !== 'Enter') return false
        event.preventDefault()
        onSend(event.shiftKey)
        return true
      },
      handlePaste: (_view, event) => {
        const data = event.clipboardData
        if (!data || data.files.length === 0) return false
        const pictures = pastedPictures(data)
        const others = [...data.files].filter((file) => !file.type.startsWith('image/'))
        if (pictures.length === 0 && others.length === 0) return false
        onPictures(pictures)
        onFiles(others)
        return true
      },
      handleDrop: (view, event, _slice, moved) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (moved || files.length === 0) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))))
        onPictures(files.filter((file) => file.type.startsWith('image/')))
        onFiles(files.filter((file) => !file.type.startsWith('image/')))
        return true
      },
    },
  })
}

function refuse(event: Event, locked: boolean): boolean {
  if (locked) event.preventDefault()
  return locked
}
