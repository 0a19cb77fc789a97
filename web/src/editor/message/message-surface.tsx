import { EditorContent } from '@tiptap/react'
import type { ReactNode } from 'react'
import { ComposerMacros, MacroButton } from '../../macros/composer-macros.tsx'
import type { PendingMacro } from '../../macros/use-macro-command.tsx'
import { AttachButton } from '../attachments/attach-button.tsx'
import { FileList } from '../attachments/file-list.tsx'
import { EmojiButton } from '../emoji-button.tsx'
import { FormatButtons } from '../format-buttons.tsx'
import { SuggestionList } from '../suggestions/suggestion-list.tsx'
import type { MessageEditor } from './use-message-editor.ts'

/** A message editor: the text, what goes with it, and the buttons. */
export function MessageSurface({
  message,
  className,
  toolbarClassName,
  pendingMacro,
  macrosLabel,
  canApplyMacrosNow = false,
  belowText,
  belowFiles,
  aboveToolbar,
  children,
}: {
  message: MessageEditor
  /** Of the text. */
  className: string
  toolbarClassName: string
  pendingMacro: PendingMacro
  /** When the actions of macros run, as text. */
  macrosLabel: string
  /** Whether there is no message for them to wait for. */
  canApplyMacrosNow?: boolean
  belowText?: ReactNode
  belowFiles?: ReactNode
  aboveToolbar?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}) {
  const { editor, attachments, macros } = message
  return (
    <>
      <EditorContent editor={editor} className={className} />
      {belowText}
      <SuggestionList store={message.suggestionStore} />
      <FileList files={attachments.files} uploading={attachments.uploading} onRemove={attachments.remove} />
      {belowFiles}
      <ComposerMacros
        macros={macros}
        editor={editor}
        pendingMacro={pendingMacro}
        label={macrosLabel}
        canApplyNow={canApplyMacrosNow}
      />
      {aboveToolbar}
      <div className={toolbarClassName}>
        {editor && <FormatButtons editor={editor} />}
        <AttachButton onFiles={attachments.attach} />
        <EmojiButton onEmoji={(emoji) => editor?.chain().focus().insertContent(emoji).run()} />
        {editor && <MacroButton editor={editor} />}
        {children}
      </div>
    </>
  )
}
