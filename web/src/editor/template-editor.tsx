import { EditorContent } from '@tiptap/react'
import { Braces } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../lib/toast.ts'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { isBlankHtml } from './blank-html.ts'
import { FormatButtons } from './format-buttons.tsx'
import { useRichText } from './use-rich-text.ts'

/** Variables that a template can use. */
export type TemplateVariable =
  | 'contact.first_name'
  | 'contact.full_name'
  | 'contact.email'
  | 'author.first_name'
  | 'author.full_name'
  | 'conversation.reference_number'
  | 'conversation.subject'
  | 'site_name'
  | 'brand.name'
  | 'inbox.name'
  | 'inbox.email'

/** An editor for a template with variables. Text only; its value is '' while empty. */
export function TemplateEditor({
  value,
  onChange,
  label,
  placeholder,
  variables,
  onSend,
}: {
  value: string
  onChange: (html: string) => void
  label: string
  placeholder: string
  variables: readonly TemplateVariable[]
  /** Ctrl/Cmd+Enter. */
  onSend: () => void
}) {
  const { t } = useTranslation()
  const lastValue = useRef(value)
  const noFiles = (files: File[]) => files.length > 0 && toast.info(t('macros.no_files'))
  const editor = useRichText({
    html: value,
    label,
    placeholder,
    onChange: (updated) => {
      const html = updated.getHTML()
      lastValue.current = isBlankHtml(html) ? '' : html
      onChange(lastValue.current)
    },
    onSend,
    onPictures: noFiles,
    onFiles: noFiles,
  })
  // The editor keeps its own document: apply values that were discarded, restored or saved elsewhere.
  useEffect(() => {
    if (!editor || lastValue.current === value) return
    lastValue.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="@container rounded-lg border border-line-field bg-surface focus-within:border-focus">
      <div className="min-h-28 px-3 pt-2.5">{editor && <EditorContent editor={editor} />}</div>
      {editor && (
        <div className="flex items-center gap-0.5 p-1.5">
          <FormatButtons editor={editor} />
          <span className="flex-1" />
          <Menu
            align="end"
            trigger={
              <IconButton label={t('macros.variables')} side="top">
                <Braces size={16} aria-hidden />
              </IconButton>
            }
          >
            {variables.map((name) => (
              <MenuItem
                key={name}
                onClick={() => editor.chain().focus().insertContent(`{{ ${name} }}`).run()}
              >
                {t(`macros.variable.${name}`)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </div>
  )
}
