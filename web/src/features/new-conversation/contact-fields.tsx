import { Controller, type FieldErrors } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useBufferedText } from '../../commands/keystroke-buffer/use-buffered-text.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { ContactEmailField } from './contact-email-field.tsx'
import type { NewConversationFields } from './form-fields.ts'
import type { NewConversationFormState } from './use-new-conversation-form.ts'

/** Whom it is sent to, and about what. */
export function ContactFields({
  form,
  errors,
}: {
  form: NewConversationFormState
  errors: FieldErrors<NewConversationFields>
}) {
  const { t } = useTranslation()
  const { setValue } = form
  useBufferedText((text) =>
    setValue('contact_email', form.getValues('contact_email') + text, { shouldDirty: true }),
  )
  return (
    <>
      <div className="md:col-span-2">
        <Controller
          control={form.control}
          name="contact_email"
          render={({ field }) => (
            <ContactEmailField
              value={field.value}
              error={errors.contact_email?.message}
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
      <Field label={t('new_conversation.first_name')} error={errors.first_name?.message}>
        <Input {...form.register('first_name')} autoComplete="off" />
      </Field>
      <Field label={t('new_conversation.last_name')} error={errors.last_name?.message}>
        <Input {...form.register('last_name')} autoComplete="off" />
      </Field>
      <Field label={t('new_conversation.subject')} error={errors.subject?.message} className="md:col-span-2">
        <Input {...form.register('subject')} autoComplete="off" />
      </Field>
    </>
  )
}
