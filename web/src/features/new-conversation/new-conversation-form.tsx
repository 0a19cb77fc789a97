import { canSendReplies } from '@parley/contract/inboxes/inboxes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EditorContent } from '@tiptap/react'
import { CircleAlert } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { useBufferedText } from '../../commands/keystroke-buffer/use-buffered-text.ts'
import { AttachButton } from '../../editor/attachments/attach-button.tsx'
import { FileList } from '../../editor/attachments/file-list.tsx'
import { useAttachments } from '../../editor/attachments/use-attachments.ts'
import { emojiSuggestions } from '../../editor/emoji/emoji-suggestions.ts'
import { EmojiButton } from '../../editor/emoji-button.tsx'
import { FormatButtons } from '../../editor/format-buttons.tsx'
import { createSuggestionStore } from '../../editor/suggestions/suggestion-extension.ts'
import { SuggestionList } from '../../editor/suggestions/suggestion-list.tsx'
import { isBlankHtml, useDraft } from '../../editor/use-draft.ts'
import { useRichText } from '../../editor/use-rich-text.ts'
import { emptyDraft } from '../../lib/drafts.ts'
import { showFailure } from '../../lib/toast.ts'
import { ComposerMacros, MacroButton } from '../../macros/composer-macros.tsx'
import { templateValues } from '../../macros/template-values.ts'
import { useComposerMacros } from '../../macros/use-composer-macros.ts'
import { useMacroCommand } from '../../macros/use-macro-command.tsx'
import { inboxesQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { ContactEmailField } from './contact-email-field.tsx'
import {
  type FieldName,
  fromDraftFields,
  invalidFields,
  type NewConversationFields,
  toDraftFields,
} from './form-fields.ts'
import { RoutingFields } from './routing-fields.tsx'
import { useCreateConversation } from './use-create-conversation.ts'

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
  const { t } = useTranslation()
  const me = useMe()
  const cache = useQueryClient()
  const draftKey = { agent_id: me.id, mode: 'new' } as const
  const draft = useDraft(draftKey)
  const { sending, create } = useCreateConversation(draftKey)
  const attachments = useAttachments(draft, draft.initial.files, () => editor)
  const { files, uploading } = attachments
  const inboxes = (useQuery(inboxesQuery).data ?? []).filter((inbox) => inbox.enabled)

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
  const form = useForm<NewConversationFields>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: fromDraftFields(draft.initial.fields, draft.initial.html),
    resolver: (fields) => {
      const invalid = invalidFields(fields)
      const errors = Object.fromEntries(
        invalid.map((name) => [name, { type: 'contract', message: errorMessages[name] }]),
      )
      return invalid.length > 0 ? { values: {}, errors } : { values: fields, errors: {} }
    },
  })
  const { control, formState, setValue } = form
  const error = (name: FieldName) => formState.errors[name]?.message
  // A single inbox is selected automatically.
  const [onlyInbox] = inboxes
  const inboxOf = (chosen: number | null) => chosen ?? (inboxes.length === 1 ? (onlyInbox?.id ?? null) : null)

  const isUploading = uploading.length > 0
  // The submit button is in the dialog's footer.
  useEffect(() => onState({ sending, uploading: isUploading }), [onState, sending, isUploading])
  // The form keeps its values outside React.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => draft.change({ fields: toDraftFields(values), html: values.content }),
      }),
    [form, draft],
  )

  useBufferedText((text) =>
    setValue('contact_email', form.getValues('contact_email') + text, { shouldDirty: true }),
  )

  const element = useRef<HTMLFormElement>(null)
  const { submitCount } = formState
  // Focus the first invalid field on the page: the library uses registration order and doesn't know the editor. In a
  // layout effect, so that the focus isn't taken from someone who is already typing.
  useLayoutEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>(firstInvalidSelector)?.focus()
  }, [submitCount])
  const send = form.handleSubmit(async (fields) => {
    if (sending || isUploading || fields.inbox_id === null) return
    const chosen = inboxes.find(({ id }) => id === fields.inbox_id)
    if (chosen && !canSendReplies(chosen))
      return form.setError('inbox_id', {
        type: 'sending',
        message: t('composer.sending.not_set_up', { inbox: chosen.name }),
      })
    draft.flush()
    const { inbox_id, ...rest } = fields
    try {
      await create({ ...rest, inbox_id, attachments: files.map((file) => file.id) }, draft.getCurrent())
      draft.reset(emptyDraft)
      onDone()
    } catch (failure) {
      if (failure instanceof ApiError)
        for (const { path, message } of failure.errors)
          if (path in fields) form.setError(path as FieldName, { type: 'server', message }) // checked just before
      showFailure(failure, () => void send())
    }
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const inbox_id = inboxOf(form.getValues('inbox_id'))
    if (inbox_id !== form.getValues('inbox_id')) setValue('inbox_id', inbox_id)
    void send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    submit()
  }

  const values = () => {
    const { contact_email: email, first_name, last_name, subject } = form.getValues()
    return {
      ...templateValues(cache, me, null),
      contact: { email, first_name, last_name },
      conversation: { subject },
    }
  }
  const [suggestionStore] = useState(createSuggestionStore)
  const macros = useComposerMacros({
    place: 'starting_conversation',
    uuid: null,
    draft,
    initial: draft.initial.macros,
    locked: sending,
    values,
    suggestionStore,
  })
  const pendingMacro = useMacroCommand({
    id: 'apply-macro-to-new-conversation',
    place: 'starting_conversation',
    values,
    onPick: () => {
      if (editor && !editor.isDestroyed) editor.view.focus()
    },
  })

  const messageId = useId()
  const [extensions] = useState(() => [emojiSuggestions(suggestionStore), ...macros.extensions])
  const editor = useRichText({
    html: draft.initial.html,
    label: t('new_conversation.message'),
    placeholder: t('new_conversation.message_placeholder'),
    isLocked: () => sending,
    onChange: (updated) => {
      const html = updated.getHTML()
      setValue('content', isBlankHtml(html) ? '' : html, { shouldValidate: formState.isSubmitted })
    },
    onSend: () => submit(),
    onPictures: attachments.insertPictures,
    onFiles: attachments.attach,
    extensions,
  })

  return (
    <form
      ref={element}
      id={id}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="grid gap-4 md:grid-cols-2"
    >
      <div className="md:col-span-2">
        <Controller
          control={control}
          name="contact_email"
          render={({ field }) => (
            <ContactEmailField
              value={field.value}
              error={error('contact_email')}
              onChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              onPick={(contact) => {
                const touched = { shouldValidate: true, shouldDirty: true }
                setValue('contact_email', contact.email ?? '', touched)
                setValue('first_name', contact.first_name, touched)
                setValue('last_name', contact.last_name, touched)
              }}
            />
          )}
        />
      </div>
      <Field label={t('new_conversation.first_name')} error={error('first_name')}>
        <Input {...form.register('first_name')} autoComplete="off" />
      </Field>
      <Field label={t('new_conversation.last_name')} error={error('last_name')}>
        <Input {...form.register('last_name')} autoComplete="off" />
      </Field>
      <Field label={t('new_conversation.subject')} error={error('subject')} className="md:col-span-2">
        <Input {...form.register('subject')} autoComplete="off" />
      </Field>
      <RoutingFields control={control} error={error} inboxOf={inboxOf} inboxes={inboxes} />
      <div className="md:col-span-2">
        <p aria-hidden className="mb-1 font-medium">
          {t('new_conversation.message')}
        </p>
        <div
          className="field @container block!"
          data-invalid={error('content') ? '' : undefined}
          aria-describedby={error('content') ? messageId : undefined}
        >
          <EditorContent
            editor={editor}
            className="max-h-72 min-h-32 overflow-y-auto px-3 py-2 [&>div]:min-h-28"
          />
          <SuggestionList store={suggestionStore} />
          <FileList files={files} uploading={uploading} onRemove={attachments.remove} />
          <ComposerMacros
            macros={macros}
            editor={editor}
            pendingMacro={pendingMacro}
            label={t('macro.after_creating')}
          />
          <div className="flex items-center gap-0.5 border-t p-1">
            {editor && <FormatButtons editor={editor} />}
            <AttachButton onFiles={attachments.attach} />
            <EmojiButton onEmoji={(emoji) => editor?.chain().focus().insertContent(emoji).run()} />
            {editor && <MacroButton editor={editor} />}
          </div>
        </div>
        {error('content') && (
          <p id={messageId} role="alert" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
            <CircleAlert size={14} aria-hidden className="mt-px" />
            {error('content')}
          </p>
        )}
      </div>
    </form>
  )
}

const firstInvalidSelector = '[aria-invalid=true], [data-invalid] [contenteditable]'
