import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { useTranslation } from 'react-i18next'
import { SelectField, SwitchField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import { UnusedPassword } from '../../forms/fields/stored-password-field.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { AddressListField } from './address-list-field.tsx'
import { BrandSection } from './brand/brand-section.tsx'
import { AuthservField } from './connection/authserv-field.tsx'
import { ConnectionTest } from './connection/connection-test.tsx'
import { Forwarding } from './connection/forwarding.tsx'
import { PlusAddress } from './connection/plus-address.tsx'
import { PasswordField, ServerFields } from './connection/server-fields.tsx'
import { FromNameField } from './from-name-field.tsx'
import type { InboxFields } from './inbox-fields.ts'

type Props = { form: EntityForm<InboxFields>; inbox?: Inbox }

const hasPassword = (inbox: Inbox | undefined, server: 'imap' | 'smtp') =>
  inbox?.config[server][0]?.has_password === true

/** The form sections of an inbox. */
export function InboxSections(props: Props) {
  return (
    <>
      <Identity {...props} />
      <Receiving {...props} />
      <Sending {...props} />
      <Replies {...props} />
      <BrandSection form={props.form} />
    </>
  )
}

function Identity({ form, inbox }: Props) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('inboxes.identity')} help={t('inboxes.identity.help')}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField form={form} name="name" label={t('inboxes.name')} />
        <TextField form={form} name="address" label={t('inboxes.address')} inputMode="email" />
        <div className="md:col-span-2">
          <FromNameField form={form} />
        </div>
        <AddressListField
          form={form}
          name="aliases"
          label={t('inboxes.aliases')}
          help={inbox ? undefined : t('inboxes.aliases.help')}
          className="md:col-span-2"
        />
      </div>
    </PageSection>
  )
}

function Receiving({ form, inbox }: Props) {
  const { t } = useTranslation()
  const receiving = useFieldValue(form, 'receiving')
  const address = useFieldValue(form, 'address')
  const usesOAuth = inbox?.config.imap[0]?.auth_protocol === 'oauth'
  return (
    <PageSection
      title={t('inboxes.receiving')}
      help={t(receiving === 'imap' ? 'inboxes.receiving.imap.help' : 'inboxes.receiving.forward.help')}
    >
      <div className="space-y-4">
        <SelectField
          form={form}
          name="receiving"
          label={t('inboxes.receiving.way')}
          options={[
            { value: 'imap', label: t('inboxes.receiving.imap') },
            { value: 'forward', label: t('inboxes.receiving.forward') },
          ]}
        />
        {receiving === 'imap' ? (
          <>
            <ServerFields form={form} server="imap" />
            <div className="grid gap-4 md:grid-cols-2">
              {!usesOAuth && (
                <>
                  <TextField
                    form={form}
                    name="imap_username"
                    label={t('inboxes.username')}
                    placeholder={address}
                    autoComplete="off"
                  />
                  <PasswordField form={form} server="imap" isStored={hasPassword(inbox, 'imap')} />
                </>
              )}
              <TextField form={form} name="imap_mailbox" label={t('inboxes.mailbox')} />
              <AuthservField form={form} inbox={inbox} />
            </div>
            <ConnectionTest form={form} server="imap" inbox={inbox} />
            <SwitchField
              form={form}
              name="receiver_enabled"
              label={t('inboxes.receiver')}
              help={t('inboxes.receiver.help')}
            />
          </>
        ) : (
          <Forwarding address={address} inbox={inbox} />
        )}
      </div>
    </PageSection>
  )
}

function Sending({ form, inbox }: Props) {
  const { t } = useTranslation()
  const host = useFieldValue(form, 'smtp_host')
  const auth = useFieldValue(form, 'smtp_auth')
  const address = useFieldValue(form, 'address')
  const receiving = useFieldValue(form, 'receiving')
  const sameAsImap = useFieldValue(form, 'smtp_as_imap')
  const hasOwnCredentials = auth !== 'none' && auth !== 'oauth' && !(sameAsImap && receiving === 'imap')
  return (
    <PageSection title={t('inboxes.sending')} help={t('inboxes.sending.help')}>
      <div className="space-y-4">
        <ServerFields form={form} server="smtp" />
        {!host && <p className="text-xs text-warn">{t('inboxes.sending.none')}</p>}
        {!inbox && receiving === 'imap' && (
          <SwitchField form={form} name="smtp_as_imap" label={t('inboxes.sending.same')} />
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField
            form={form}
            name="smtp_auth"
            label={t('inboxes.auth')}
            options={[
              { value: 'login', label: t('inboxes.auth.login') },
              { value: 'plain', label: t('inboxes.auth.plain') },
              { value: 'cram', label: t('inboxes.auth.cram') },
              { value: 'none', label: t('inboxes.auth.none') },
              ...(inbox?.oauth ? [{ value: 'oauth' as const, label: t('inboxes.auth.oauth') }] : []),
            ]}
          />
          {hasOwnCredentials && (
            <>
              <TextField
                form={form}
                name="smtp_username"
                label={t('inboxes.username')}
                placeholder={address}
              />
              <PasswordField form={form} server="smtp" isStored={hasPassword(inbox, 'smtp')} />
            </>
          )}
        </div>
        {!hasOwnCredentials && hasPassword(inbox, 'smtp') && (
          <UnusedPassword form={form} remove="smtp_remove_password" label={t('inboxes.password')} />
        )}
        <ConnectionTest form={form} server="smtp" inbox={inbox} />
      </div>
    </PageSection>
  )
}

function Replies({ form, inbox }: Props) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('inboxes.replies')} help={t('inboxes.replies.help')}>
      <div className="space-y-4">
        <SwitchField
          form={form}
          name="quote_history"
          label={t('inboxes.quote_history')}
          help={t('inboxes.quote_history.help')}
        />
        <SwitchField
          form={form}
          name="csat_enabled"
          label={t('inboxes.csat')}
          help={t('inboxes.csat.help')}
        />
        {inbox && inbox.config.smtp.length > 0 && <PlusAddress inbox={inbox} />}
      </div>
    </PageSection>
  )
}
