import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MessageDraft } from '../../editor/message/message-draft.ts'
import {
  type FieldName,
  fromDraftFields,
  invalidFields,
  type NewConversationFields,
  toDraftFields,
} from './form-fields.ts'

export type NewConversationFormState = UseFormReturn<NewConversationFields>

/** The form's values and errors. Values other than the message go into the draft; the editor adds the message. */
export function useNewConversationForm(draft: MessageDraft): NewConversationFormState {
  const { t } = useTranslation()
  const errorMessages: Record<FieldName, string> = {
    contact_email: t('new_conversation.email_wrong'),
    first_name: t('new_conversation.first_name_missing'),
    last_name: t('new_conversation.last_name_long'),
    subject: t('new_conversation.subject_missing'),
    content: t('new_conversation.message_missing'),
    inbox_id: t('new_conversation.inbox_missing'),
    team_id: t('new_conversation.team_wrong'),
    agent_id: t('new_conversation.agent_wrong'),
  }
  const { fields, html } = draft.getCurrent()
  const form = useForm<NewConversationFields>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: fromDraftFields(fields, html),
    resolver: (values) => {
      const invalid = invalidFields(values)
      const errors = Object.fromEntries(
        invalid.map((name) => [name, { type: 'contract', message: errorMessages[name] }]),
      )
      return invalid.length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  // The form keeps its values outside React.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => draft.change({ fields: toDraftFields(values) }),
      }),
    [form, draft],
  )
  return form
}
