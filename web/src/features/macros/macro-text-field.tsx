import { EditorContent, useEditorState } from '@tiptap/react'
import { Braces } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { FormatButtons } from '../../editor/format-buttons.tsx'
import { isBlankHtml } from '../../editor/use-draft.ts'
import { useRichText } from '../../editor/use-rich-text.ts'
import { toast } from '../../lib/toast.ts'
import { filledIfReady, loadFilling } from '../../macros/filling.ts'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { MacroFields } from './macro-fields.ts'
import { useSampleValues } from './use-sample-values.ts'

const variables = [
  'contact.first_name',
  'contact.full_name',
  'contact.email',
  'author.first_name',
  'author.full_name',
  'conversation.reference_number',
  'conversation.subject',
  'site_name',
] as const

/** The text that a macro inserts, with its variables and how it would come out. */
export function MacroTextField({ of }: { of: EntityForm<MacroFields> }) {
  const { t } = useTranslation()
  const { field, error } = useField({ of, name: 'message_content' })
  const value = String(field.value ?? '')
  const said = useRef(value)
  const noFiles = (files: File[]) => files.length > 0 && toast.info(t('macros.no_files'))
  const editor = useRichText({
    html: value,
    label: t('macros.text'),
    placeholder: t('macros.text.placeholder'),
    isLocked: () => of.saving,
    onChange: (now) => {
      const html = now.getHTML()
      said.current = isBlankHtml(html) ? '' : html
      field.onChange(said.current)
    },
    onSend: () => of.submit(),
    onPictures: noFiles,
    onFiles: noFiles,
  })
  // The editor has a state of its own: what is discarded, restored or saved elsewhere must reach it.
  useEffect(() => {
    if (!editor || said.current === value) return
    said.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  const html = useEditorState({ editor, selector: ({ editor: now }) => now?.getHTML() ?? '' }) ?? ''
  return (
    <Field label={t('macros.text')} error={error}>
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
      {!isBlankHtml(html) && <Preview html={html} />}
    </Field>
  )
}

function Preview({ html }: { html: string }) {
  const { t } = useTranslation()
  const values = useSampleValues()
  const [, setReady] = useState(false)
  // The engine comes over the network; without it the text shows as it was written.
  useEffect(() => {
    loadFilling().then(
      () => setReady(true),
      () => {},
    )
  }, [])
  return (
    <section aria-label={t('macros.preview')} className="mt-3 rounded-lg bg-surface-sunk px-3 py-2.5">
      <p className="mb-1.5 text-xs text-ink-3">{t('macros.preview')}</p>
      <div
        inert
        dir="auto"
        className="rich-text text-sm"
        // The editor's own schema wrote this HTML, and filling in escapes every value and has no tag that writes more.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: filledNow(html, values) }}
      />
    </section>
  )
}

// Reads whether the engine has come, which no argument says.
function filledNow(...given: Parameters<typeof filledIfReady>): string {
  'use no memo'
  return filledIfReady(...given)
}
