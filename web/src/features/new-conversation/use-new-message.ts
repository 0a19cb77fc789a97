import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isBlankHtml } from '../../editor/blank-html.ts'
import type { MessageDraft } from '../../editor/message/message-draft.ts'
import {
  type MessageEditor,
  useAdoptedContent,
  useContentLoader,
  useMessageEditor,
} from '../../editor/message/use-message-editor.ts'
import type { Draft } from '../../lib/drafts.ts'
import { templateValues } from '../../macros/template-values.ts'
import { useMacroCommand } from '../../macros/use-macro-command.tsx'
import { useMe } from '../../session/use-me.ts'
import { fromDraftFields } from './form-fields.ts'
import type { NewConversationFormState } from './use-new-conversation-form.ts'

/** The message editor of the form; its text is the form's `content`. */
export function useNewMessage({
  draft,
  form,
  sending,
  onSend,
}: {
  draft: MessageDraft
  form: NewConversationFormState
  sending: boolean
  onSend: () => void
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useMe()
  const { isSubmitted } = form.formState
  const values = () => {
    const { contact_email: email, first_name, last_name, subject } = form.getValues()
    return {
      ...templateValues(cache, me, null),
      contact: { email, first_name, last_name },
      conversation: { subject },
    }
  }
  const showInForm = ({ fields, html }: Pick<Draft, 'fields' | 'html'>) => {
    const shown = fromDraftFields(fields, isBlankHtml(html) ? '' : html)
    // One by one: a reset shows in registered inputs only when their component renders again.
    for (const [name, value] of Object.entries(shown))
      form.setValue(name as keyof typeof shown, value, { shouldValidate: isSubmitted }) // its own keys
  }
  const editor = useMessageEditor({
    draft,
    place: 'starting_conversation',
    uuid: null,
    label: t('new_conversation.message'),
    placeholder: t('new_conversation.message_placeholder'),
    values,
    sending,
    onHtml: (html) =>
      form.setValue('content', isBlankHtml(html) ? '' : html, { shouldValidate: isSubmitted }),
    onSend,
  })
  const message: MessageEditor = {
    ...editor,
    replace: (content) => {
      showInForm(content)
      editor.replace(content)
    },
  }
  // The form's fields have loaded with it.
  useContentLoader(message.editor, 0, () => message.load(draft.getCurrent()))
  useAdoptedContent(message, () => showInForm(draft.getCurrent()))
  const pendingMacro = useMacroCommand({
    id: 'apply-macro-to-new-conversation',
    place: 'starting_conversation',
    values,
    onPick: () => {
      const { editor } = message
      if (editor && !editor.isDestroyed) editor.view.focus()
    },
  })
  return { message, pendingMacro }
}
