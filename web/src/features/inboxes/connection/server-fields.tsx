import { useTranslation } from 'react-i18next'
import {
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  useFieldValue,
} from '../../../forms/fields/fields.tsx'
import { StoredPasswordField } from '../../../forms/fields/stored-password-field.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import type { InboxFields } from '../inbox-fields.ts'

const standardPorts = { imap: [993, 143], smtp: [465, 587, 25] }

/** Host, port and encryption of a mail server. */
export function ServerFields({ form, server }: { form: EntityForm<InboxFields>; server: 'imap' | 'smtp' }) {
  const { t } = useTranslation()
  const port = useFieldValue(form, `${server}_port`)
  const tls = useFieldValue(form, `${server}_tls_type`)
  const isNonStandardPort = !standardPorts[server].includes(Number(port))
  return (
    <>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-[minmax(0,1fr)_6.5rem_8rem]">
        <TextField
          form={form}
          name={`${server}_host`}
          label={t('inboxes.host')}
          placeholder={`${server}.example.com`}
          inputMode="url"
          className="max-md:col-span-2"
        />
        <NumberField
          form={form}
          name={`${server}_port`}
          label={t('inboxes.port')}
          help={
            isNonStandardPort && t(server === 'imap' ? 'inboxes.port.usual.imap' : 'inboxes.port.usual.smtp')
          }
        />
        <SelectField
          form={form}
          name={`${server}_tls_type`}
          label={t('inboxes.security')}
          options={[
            { value: 'tls', label: 'TLS' },
            { value: 'starttls', label: 'STARTTLS' },
            { value: 'none', label: t('inboxes.security.none') },
          ]}
        />
      </div>
      {tls === 'none' ? (
        <p className="text-xs text-warn">{t('inboxes.security.none.help')}</p>
      ) : (
        <SwitchField
          form={form}
          name={`${server}_tls_skip_verify`}
          label={t('inboxes.skip_verify')}
          help={t('inboxes.skip_verify.help')}
        />
      )}
    </>
  )
}

export function PasswordField({
  form,
  server,
  isStored,
}: {
  form: EntityForm<InboxFields>
  server: 'imap' | 'smtp'
  isStored: boolean
}) {
  const { t } = useTranslation()
  return (
    <StoredPasswordField
      form={form}
      name={`${server}_password`}
      remove={`${server}_remove_password`}
      isStored={isStored}
      label={t('inboxes.password')}
      help={t('inboxes.password.new')}
    />
  )
}
