import {
  emailKinds,
  getNotificationSwitches,
  type NotificationSwitches,
  updateNotificationSwitches,
} from '@parley/contract/notifications/notifications'
import {
  type EmailNotification,
  getEmailNotification,
  listSystemMails,
  updateEmailNotification,
} from '@parley/contract/notifications/system-mail'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { SignInRestrictionNotice } from '../../admin/sign-in-restriction.tsx'
import { call, versionOf } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import {
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  useFieldValue,
} from '../../forms/fields/fields.tsx'
import { StoredPasswordField, UnusedPassword } from '../../forms/fields/stored-password-field.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { type EntityForm, useEntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { fieldsOf, hasPassword, NotificationFields, toUpdate, withFieldPaths } from './notification-fields.ts'
import { RecentSystemMails } from './recent-system-mails.tsx'
import { TestEmail } from './test-email.tsx'

const NOTIFICATION = '/admin/notification'
const settingsKey = [...queryKeys.settings, 'notification']

/** The SMTP server for system emails to agents. */
export function NotificationPage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => loadNotificationSettings(signal),
  })
  return (
    <EntityPage query={query} parent={{ to: NOTIFICATION, label: t('admin.notifications') }}>
      {({ settings, kinds }) => <NotificationForm settings={settings} kinds={kinds} />}
    </EntityPage>
  )
}

async function loadNotificationSettings(signal?: AbortSignal) {
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
    fetchCurrent: () => loadNotificationSettings(),
    fieldsOf: (saved) => fieldsOf(saved.settings, saved.kinds),
    draftKey: 'notification',
    secretFields: ['password'],
    invalidateKey: settingsKey,
    successMessage: t('notification.saved'),
    save: async (fields, _attempt, now) => {
      const versions = now && [versionOf(now.settings), versionOf(now.kinds)]
      const body = toUpdate(fields)
      await withFieldPaths(call(updateEmailNotification, { body, if_match: versions?.[0] }))
      await call(updateNotificationSwitches, { body: fields.kinds, if_match: versions?.[1] })
    },
  })
  const isOn = settings['notification.email.enabled']
  return (
    <FormPage form={form} title={t('notification.title')} lead={t('notification.lead')}>
      <SignInRestrictionNotice />
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
            form={form}
            name="enabled"
            label={t('notification.enabled')}
            help={t('notification.enabled.help')}
          />
          <TextField
            form={form}
            name="email_address"
            label={t('notification.from')}
            help={t('notification.from.help')}
            placeholder="Parley <desk@example.com>"
          />
        </div>
      </PageSection>
      <ServerSection form={form} stored={hasPassword(settings)} />
      <PageSection title={t('notification.test')} help={t('notification.test.help')}>
        <TestEmail form={form} />
      </PageSection>
      <PageSection title={t('notification.kinds')} help={t('notification.kinds.help')}>
        <div className="flex flex-col gap-4">
          {emailKinds.map((kind) => (
            <SwitchField
              key={kind}
              form={form}
              name={`kinds.${kind}`}
              label={t(`notification.kinds.${kind}`)}
              help={t(`notification.kinds.${kind}.help`)}
            />
          ))}
        </div>
      </PageSection>
      <PageSection title={t('notification.mails')} help={t('notification.mails.help')}>
        <RecentSystemMails query={mails} />
      </PageSection>
    </FormPage>
  )
}

function ServerSection({ form, stored }: { form: EntityForm<NotificationFields>; stored: boolean }) {
  const { t } = useTranslation()
  const signsIn = useFieldValue(form, 'auth_protocol') !== 'none'
  return (
    <PageSection title={t('notification.server')} help={t('notification.server.help')}>
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField form={form} name="host" label={t('notification.host')} placeholder="smtp.example.com" />
        <NumberField form={form} name="port" label={t('notification.port')} />
        <SelectField
          form={form}
          name="tls_type"
          label={t('notification.tls')}
          className="md:col-span-2"
          options={(['starttls', 'tls', 'none'] as const).map((value) => ({
            value,
            label: t(`notification.tls.${value}`),
          }))}
        />
        <SelectField
          form={form}
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
            <TextField form={form} name="username" label={t('notification.username')} />
            <StoredPasswordField
              form={form}
              name="password"
              remove="remove_password"
              isStored={stored}
              label={t('notification.password')}
            />
          </div>
        )}
        {!signsIn && stored && (
          <div className="md:col-span-2">
            <UnusedPassword form={form} remove="remove_password" label={t('notification.password')} />
          </div>
        )}
        <div className="md:col-span-2">
          <SwitchField
            form={form}
            name="tls_skip_verify"
            label={t('notification.skip_verify')}
            help={t('notification.skip_verify.help')}
          />
        </div>
      </div>
    </PageSection>
  )
}
