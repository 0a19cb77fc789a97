import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { DraftConflictLine } from '../../editor/message/draft-conflict.tsx'
import { useSyncedDraft } from '../../editor/message/use-synced-draft.ts'
import { useSafetyGate } from '../../safety/safety-gate.ts'
import { inboxesQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { ContactFields } from './contact-fields.tsx'
import type { FieldName } from './form-fields.ts'
import { MessageField } from './message-field.tsx'
import { NewMessageSafetyLine } from './new-message-safety-line.tsx'
import { RoutingFields } from './routing-fields.tsx'
import { useCreateConversation } from './use-create-conversation.ts'
import { useNewConversationForm } from './use-new-conversation-form.ts'
import { useNewMessage } from './use-new-message.ts'
import { useSubmit } from './use-submit.ts'

/** The form for a new conversation: contact, inbox, subject, message and assignment. */
export function NewConversationForm({
  id,
  onState,
  onDone,
}: {
  id: string
  onState: (state: { sending: boolean; uploading: boolean }) => void
  onDone: () => void
}) {
  const me = useMe()
  const draftKey = { agent_id: me.id, mode: 'new' } as const
  const draft = useSyncedDraft(draftKey)
  const form = useNewConversationForm(draft)
  const { sending, create } = useCreateConversation(draft)
  const inboxes = (useQuery(inboxesQuery).data ?? []).filter((inbox) => inbox.enabled)
  // A single inbox is selected automatically.
  const [onlyInbox] = inboxes
  const inboxOf = (chosen: number | null) => chosen ?? (inboxes.length === 1 ? (onlyInbox?.id ?? null) : null)
  const { message, pendingMacro } = useNewMessage({ draft, form, sending, onSend: () => submit() })
  const isUploading = message.attachments.uploading.length > 0
  const safety = useSafetyGate('new', () => {
    const { html, files } = draft.getCurrent()
    return { html, file_count: files.length, recipients: null, replies: null }
  })
  const submit = useSubmit({
    draft,
    form,
    inboxes,
    inboxOf,
    isBlocked: () => sending || isUploading,
    safety,
    create,
    onDone,
  })
  // The submit button is in the dialog's footer.
  useEffect(() => onState({ sending, uploading: isUploading }), [onState, sending, isUploading])

  const element = useRef<HTMLFormElement>(null)
  const { submitCount, errors } = form.formState
  // If it was sent before the inboxes had loaded, it lacked the one that is selected now.
  const isInboxSelectedSince = errors.inbox_id?.type === 'contract' && inboxOf(null) !== null
  const errorOf = (name: FieldName) =>
    name === 'inbox_id' && isInboxSelectedSince ? undefined : errors[name]?.message
  // Focus the first invalid field on the page: the library uses registration order and doesn't know the editor. In a
  // layout effect, so that the focus isn't taken from someone who is already typing.
  useLayoutEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>(firstInvalidSelector)?.focus()
  }, [submitCount])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // React also passes on events of the dialog with earlier versions.
    if (!element.current?.contains(event.target as Node)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      ref={element}
      id={id}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      className="grid gap-4 md:grid-cols-2"
    >
      <ContactFields form={form} errors={errors} />
      <RoutingFields control={form.control} error={errorOf} inboxOf={inboxOf} inboxes={inboxes} />
      <div className="md:col-span-2 empty:hidden">
        <DraftConflictLine draft={draft} />
      </div>
      <MessageField
        safetyLine={
          <NewMessageSafetyLine draft={draft} isUploading={isUploading} gate={safety} onSendAnyway={submit} />
        }
        draftKey={draftKey}
        message={message}
        pendingMacro={pendingMacro}
        error={errors.content?.message}
      />
    </form>
  )
}

const firstInvalidSelector = '[aria-invalid=true], [data-invalid] [contenteditable]'
