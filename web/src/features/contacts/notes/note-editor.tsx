import { EditorContent } from '@tiptap/react'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeBufferedKeystrokes } from '../../../commands/keystroke-buffer/text-buffer.ts'
import { isBlankHtml } from '../../../editor/blank-html.ts'
import { FormatButtons } from '../../../editor/format-buttons.tsx'
import { useRichText } from '../../../editor/use-rich-text.ts'
import { toast } from '../../../lib/toast.ts'
import { KeyLabels } from '../../../ui/display/kbd.tsx'
import { Button } from '../../../ui/inputs/button.tsx'

/** Editor for one note. Ctrl/Cmd+Enter saves it. */
export function NoteEditor({
  busy,
  onSave,
  onCancel,
}: {
  busy: boolean
  onSave: (html: string) => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const [html, setHtml] = useState('')
  const isBlank = isBlankHtml(html)
  const save = () => {
    if (!isBlank && !busy) onSave(html)
  }
  const noFiles = () => toast.info(t('notes.no_files'))
  const editor = useRichText({
    html: '',
    label: t('notes.write'),
    placeholder: t('notes.placeholder'),
    isLocked: () => busy,
    onChange: (updated) => setHtml(updated.getHTML()),
    onSend: save,
    onPictures: (files) => files.length > 0 && noFiles(),
    onFiles: (files) => files.length > 0 && noFiles(),
  })
  // Move the focus before the next key arrives, or that key would trigger a shortcut.
  useLayoutEffect(() => {
    if (!editor) return
    editor.view.focus()
    const { text } = takeBufferedKeystrokes()
    if (text) editor.view.pasteText(text)
  }, [editor])
  if (!editor) return null
  return (
    <div className="@container rounded-lg border border-note-line bg-note focus-within:border-focus">
      <div className="min-h-16 px-3 pt-2.5">
        <EditorContent editor={editor} />
      </div>
      <div className="flex items-center gap-0.5 p-1.5">
        <FormatButtons editor={editor} />
        <span className="flex-1" />
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button variant="primary" size="sm" loading={busy} disabled={isBlank} onClick={save}>
          {t('notes.save')}
          <KeyLabels keys="mod+enter" tone="bare" />
        </Button>
      </div>
    </div>
  )
}
