import {
  type EmailNotification,
  getEmailNotification,
  listSystemMails,
  updateEmailNotification,
} from '@parley/contract/notification-settings'
import {
  getNotificationSwitches,
  type NotificationSwitches,
  notificationKinds,
  updateNotificationSwitches,
} from '@parley/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { NumberField, SelectField, SwitchField, TextField, useValue } from '../../admin/fields.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { SignInRestriction } from '../../admin/sign-in-restriction.tsx'
import { StoredPasswordField, UnusedPassword } from '../../admin/stored-password-field.tsx'
import { type EntityForm, useEntityForm } from '../../admin/use-entity-form.ts'
import { call, versionOf } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { PageSection } from '../../ui/page.tsx'
import { fieldsOf, hasPassword, NotificationFields, toWire, withShortPaths } from './notification-fields.ts'
import { SystemMails } from './system-mails.tsx'
import { TestMail } from './test-mail.tsx'

const NOTIFICATION = '/admin/notification'
const settingsKey = [...keys.settings, 'notification']

/** The mail server for what the workspace itself writes to its agents. */
export function NotificationPage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => readAll(signal),
  })
  return (
    <EntityPage query={query} within={{ to: NOTIFICATION, label: t('admin.notifications') }}>
      {({ settings, kinds }) => <NotificationForm settings={settings} kinds={kinds} />}
    </EntityPage>
  )
}

async function readAll(signal?: AbortSignal) {
  const [settings, kinds] = await Promise.all([
    call(getEmailNotification, signal && { signal }),
    call(getNotificationSwitches, signal && { signal }),
  ])
  return { settings, kinds }
}

function NotificationForm({ settings, kinds }: { settings: EmailNotification; kinds: NotificationSwitches }) {
  const { t } = useTranslation()
  const mails = useQuery({
    queryKey: [...settingsKey, 'mails'],
    queryFn: ({ signal }) => call(listSystemMails, { signal }),
    refetchInterval: 15_000,
  })
  const form = useEntityForm({
    schema: NotificationFields,
    values: fieldsOf(settings, kinds),
    current: () => readAll(),
    fieldsOf: (now) => fieldsOf(now.settings, now.kinds),
    place: 'notification',
    secret: ['password'],
    refresh: settingsKey,
    said: t('notification.saved'),
    save: async (fields, _attempt, now) => {
      const versions = now && [versionOf(now.settings), versionOf(now.kinds)]
      const body = toWire(fields)
      await withShortPaths(call(updateEmailNotification, { body, if_match: versions?.[0] }))
      await call(updateNotificationSwitches, { body: fields.kinds, if_match: versions?.[1] })
    },
  })
  const isOn = settings['notification.email.enabled']
  return (
    <FormPage of={form} title={t('notification.title')} lead={t('notification.lead')}>
      <SignInRestriction />
      {!isOn && (
        <p
          role="status"
          className="mb-5 flex items-start gap-2.5 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3"
        >
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          <span>
            {t('notification.off')}{' '}
            {mails.data && mails.data.waiting > 0 && t('notification.waiting', { count: mails.data.waiting })}
          </span>
        </p>
      )}
      <PageSection title={t('notification.sender')} help={t('notification.sender.help')}>
        <div className="flex flex-col gap-4">
          <SwitchField
            of={form}
            name="enabled"
            label={t('notification.enabled')}
            help={t('notification.enabled.help')}
          />
          <TextField
            of={form}
            name="email_address"
            label={t('notification.from')}
            help={t('notification.from.help')}
            placeholder="Parley <desk@example.com>"
          />
        </div>
      </PageSection>
      <ServerSection of={form} stored={hasPassword(settings)} />
      <PageSection title={t('notification.test')} help={t('notification.test.help')}>
        <TestMail of={form} />
      </PageSection>
      <PageSection title={t('notification.kinds')} help={t('notification.kinds.help')}>
        <div className="flex flex-col gap-4">
          {notificationKinds.map((kind) => (
            <SwitchField
              key={kind}
              of={form}
              name={`kinds.${kind}`}
              label={t(`notification.kinds.${kind}`)}
              help={t(`notification.kinds.${kind}.help`)}
            />
          ))}
        </div>
      </PageSection>
      <PageSection title={t('notification.mails')} help={t('notification.mails.help')}>
        <SystemMails query={mails} />
      </PageSection>
    </FormPage>
  )
}

function ServerSection({ of, stored }: { of: EntityForm<NotificationFields>; stored: boolean }) {
  const { t } = useTranslation()
  const signsIn = useValue(of, 'auth_protocol') !== 'none'
  return (
    <PageSection title={t('notification.server')} help={t('notification.server.help')}>
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField of={of} name="host" label={t('notification.host')} placeholder="smtp.example.com" />
        <NumberField of={of} name="port" label={t('notification.port')} />
        <SelectField
          of={of}
          name="tls_type"
          label={t('notification.tls')}
          className="md:col-span-2"
          options={(['starttls', 'tls', 'none'] as const).map((value) => ({
            value,
            label: t(`notification.tls.${value}`),
          }))}
        />
        <SelectField
          of={of}
          name="auth_protocol"
          label={t('notification.auth')}
          className="md:col-span-2"
          options={(['login', 'plain', 'cram', 'none'] as const).map((value) => ({
            value,
            label: t(`notification.auth.${value}`),
          }))}
        />
        {signsIn && (
          <div className="grid gap-4 md:col-span-2 md:grid-cols-2">
            <TextField of={of} name="username" label={t('notification.username')} />
            <StoredPasswordField
              of={of}
              name="password"
              remove="remove_password"
              isStored={stored}
              label={t('notification.password')}
            />
          </div>
        )}
        {!signsIn && stored && (
          <div className="md:col-span-2">
            <UnusedPassword of={of} remove="remove_password" label={t('notification.password')} />
          </div>
        )}
        <div className="md:col-span-2">
          <SwitchField
            of={of}
            name="tls_skip_verify"
            label={t('notification.skip_verify')}
            help={t('notification.skip_verify.help')}
          />
        </div>
      </div>
    </PageSection>
  )
}
