import { canSendReplies, type Inbox } from '@parley/contract/inboxes/inboxes'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import type { MessageDraft } from '../../editor/message/message-draft.ts'
import { emptyDraft } from '../../lib/drafts.ts'
import { showFailure } from '../../lib/toast.ts'
import { forgetConfirmations, type SafetyGate } from '../../safety/safety-gate.ts'
import type { FieldName, NewConversationFields } from './form-fields.ts'
import type { useCreateConversation } from './use-create-conversation.ts'
import type { NewConversationFormState } from './use-new-conversation-form.ts'

/** Validates the form and creates the conversation; errors appear at their fields. */
export function useSubmit({
  draft,
  form,
  inboxes,
  inboxOf,
  isBlocked,
  safety,
  create,
  onDone,
}: {
  draft: MessageDraft
  form: NewConversationFormState
  inboxes: readonly Inbox[]
  inboxOf: (chosen: number | null) => number | null
  /** Whether it can't be sent now, such as during an upload. */
  isBlocked: () => boolean
  safety: SafetyGate
  create: ReturnType<typeof useCreateConversation>['create']
  onDone: () => void
}) {
  const { t } = useTranslation()
  const showErrors = (failure: unknown, fields: NewConversationFields) => {
    if (failure instanceof ApiError)
      for (const { path, message } of failure.errors)
        if (path in fields) form.setError(path as FieldName, { type: 'server', message }) // checked just before
    showFailure(failure, () => void send())
  }
  const send = form.handleSubmit(async (fields) => {
    const { inbox_id, ...rest } = fields
    if (isBlocked() || inbox_id === null) return
    const chosen = inboxes.find(({ id }) => id === inbox_id)
    if (chosen && !canSendReplies(chosen))
      return form.setError('inbox_id', {
        type: 'sending',
        message: t('composer.sending.not_set_up', { inbox: chosen.name }),
      })
    if (!safety.confirm()) return
    draft.flush()
    try {
      const attachments = draft.getCurrent().files.map((file) => file.id)
      await create({ ...rest, inbox_id, attachments })
      forgetConfirmations(safety.message)
      draft.reset(emptyDraft)
      onDone()
    } catch (failure) {
      showErrors(failure, fields)
    }
  })
  return () => {
    const chosen = form.getValues('inbox_id')
    const inbox_id = inboxOf(chosen)
    if (inbox_id !== chosen) form.setValue('inbox_id', inbox_id)
    void send()
  }
}
