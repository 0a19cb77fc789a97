import type { Inbox } from '@parley/contract/inboxes'
import { useTranslation } from 'react-i18next'
import { LongTextField, SelectField, SwitchField, TextField, useValue } from '../../admin/fields.tsx'
import { UnusedPassword } from '../../admin/stored-password-field.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { PageSection } from '../../ui/page.tsx'
import { AddressListField } from './address-list-field.tsx'
import { AuthservField } from './authserv-field.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { Forwarding } from './forwarding.tsx'
import { FromNameField } from './from-name-field.tsx'
import type { InboxFields } from './inbox-fields.ts'
import { PlusAddress } from './plus-address.tsx'
import { PasswordField, ServerFields } from './server-fields.tsx'

type Props = { of: EntityForm<InboxFields>; inbox?: Inbox }

const hasPassword = (inbox: Inbox | undefined, server: 'imap' | 'smtp') =>
  inbox?.config[server][0]?.has_password === true

/** The fields of an inbox, new or not. */
export function InboxSections(props: Props) {
  return (
    <>
      <Identity {...props} />
      <Receiving {...props} />
      <Sending {...props} />
      <Replies {...props} />
    </>
  )
}

function Identity({ of, inbox }: Props) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('inboxes.identity')} help={t('inboxes.identity.help')}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField of={of} name="name" label={t('inboxes.name')} />
        <TextField of={of} name="address" label={t('inboxes.address')} inputMode="email" />
        <div className="md:col-span-2">
          <FromNameField of={of} />
        </div>
        <AddressListField
          of={of}
          name="aliases"
          label={t('inboxes.aliases')}
          help={inbox ? undefined : t('inboxes.aliases.help')}
          className="md:col-span-2"
        />
      </div>
    </PageSection>
  )
}

function Receiving({ of, inbox }: Props) {
  const { t } = useTranslation()
  const receiving = useValue(of, 'receiving')
  const address = useValue(of, 'address')
  const byToken = inbox?.config.imap[0]?.auth_protocol === 'oauth'
  return (
    <PageSection
      title={t('inboxes.receiving')}
      help={t(receiving === 'imap' ? 'inboxes.receiving.imap.help' : 'inboxes.receiving.forward.help')}
    >
      <div className="space-y-4">
        <SelectField
          of={of}
          name="receiving"
          label={t('inboxes.receiving.way')}
          options={[
            { value: 'imap', label: t('inboxes.receiving.imap') },
            { value: 'forward', label: t('inboxes.receiving.forward') },
          ]}
        />
        {receiving === 'imap' ? (
          <>
            <ServerFields of={of} server="imap" />
            <div className="grid gap-4 md:grid-cols-2">
              {!byToken && (
                <>
                  <TextField
                    of={of}
                    name="imap_username"
                    label={t('inboxes.username')}
                    placeholder={address}
                    autoComplete="off"
                  />
                  <PasswordField of={of} server="imap" isStored={hasPassword(inbox, 'imap')} />
                </>
              )}
              <TextField of={of} name="imap_mailbox" label={t('inboxes.mailbox')} />
              <AuthservField of={of} inbox={inbox} />
            </div>
            <ConnectionTest of={of} server="imap" inbox={inbox} />
            <SwitchField
              of={of}
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

function Sending({ of, inbox }: Props) {
  const { t } = useTranslation()
  const host = useValue(of, 'smtp_host')
  const auth = useValue(of, 'smtp_auth')
  const address = useValue(of, 'address')
  const receiving = useValue(of, 'receiving')
  const asImap = useValue(of, 'smtp_as_imap')
  const isOwn = auth !== 'none' && auth !== 'oauth' && !(asImap && receiving === 'imap')
  return (
    <PageSection title={t('inboxes.sending')} help={t('inboxes.sending.help')}>
      <div className="space-y-4">
        <ServerFields of={of} server="smtp" />
        {!host && <p className="text-xs text-warn">{t('inboxes.sending.none')}</p>}
        {!inbox && receiving === 'imap' && (
          <SwitchField of={of} name="smtp_as_imap" label={t('inboxes.sending.same')} />
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField
            of={of}
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
          {isOwn && (
            <>
              <TextField of={of} name="smtp_username" label={t('inboxes.username')} placeholder={address} />
              <PasswordField of={of} server="smtp" isStored={hasPassword(inbox, 'smtp')} />
            </>
          )}
        </div>
        {!isOwn && hasPassword(inbox, 'smtp') && (
          <UnusedPassword of={of} remove="smtp_remove_password" label={t('inboxes.password')} />
        )}
        <ConnectionTest of={of} server="smtp" inbox={inbox} />
      </div>
    </PageSection>
  )
}

function Replies({ of, inbox }: Props) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('inboxes.replies')} help={t('inboxes.replies.help')}>
      <div className="space-y-4">
        <LongTextField
          of={of}
          name="signature"
          label={t('inboxes.signature')}
          help={t('inboxes.signature.help', { example: '{{ agent.full_name }}, {{ site_name }}' })}
        />
        <SwitchField
          of={of}
          name="quote_history"
          label={t('inboxes.quote_history')}
          help={t('inboxes.quote_history.help')}
        />
        <SwitchField of={of} name="csat_enabled" label={t('inboxes.csat')} help={t('inboxes.csat.help')} />
        {inbox && inbox.config.smtp.length > 0 && <PlusAddress inbox={inbox} />}
      </div>
    </PageSection>
  )
}
