import { getInbox, type Inbox, toggleInbox, updateInbox } from '@parley/contract/inboxes'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EnabledSwitch } from '../../admin/enabled-switch.tsx'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { settingsQuery } from '../../session/queries.ts'
import { HealthLead } from './health-lead.tsx'
import { bodyOf, fieldsOf, INBOXES, inboxSchema, placedInForm, secretFields } from './inbox-fields.ts'
import { InboxSections } from './inbox-sections.tsx'
import { providerOf } from './oauth-provider.ts'
import { ProviderSignIn } from './provider-sign-in.tsx'

export function InboxPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/inboxes/$id/edit' })
  const query = useQuery(entityQuery('inboxes', getInbox, id))
  return (
    <EntityPage query={query} within={{ to: INBOXES, label: t('admin.inboxes') }}>
      {(inbox) => <InboxForm key={inbox.id} inbox={inbox} />}
    </EntityPage>
  )
}

function InboxForm({ inbox }: { inbox: Inbox }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const params = { id: String(inbox.id) }
  const root_url = useSuspenseQuery(settingsQuery).data['app.root_url'] ?? ''
  const form = useEntityForm({
    schema: inboxSchema,
    values: fieldsOf(inbox),
    current: () => call(getInbox, { params }),
    fieldsOf,
    place: `inboxes/${inbox.id}`,
    secret: secretFields,
    refresh: keys.inboxes,
    said: t('inboxes.saved'),
    save: (fields, attempt, now) =>
      call(updateInbox, { params, body: bodyOf(fields, now ?? inbox), ...attempt }).catch(placedInForm),
  })
  const address = fieldsOf(inbox).address
  const provider = providerOf(inbox)
  const toggle = async () => {
    await call(toggleInbox, { params })
    await cache.invalidateQueries({ queryKey: keys.inboxes })
  }
  return (
    <FormPage
      of={form}
      title={inbox.name}
      lead={<HealthLead inbox={inbox} address={address} />}
      within={{ to: INBOXES, label: t('admin.inboxes') }}
      actions={
        <span className="mt-1 flex items-center gap-2.5 text-ink-2">
          <span aria-hidden>{t(inbox.enabled ? 'inboxes.on' : 'inboxes.off')}</span>
          <EnabledSwitch on={inbox.enabled} label={t('inboxes.switch', { name: inbox.name })} save={toggle} />
        </span>
      }
    >
      {provider && <ProviderSignIn inbox={inbox} provider={provider} root_url={root_url} />}
      <InboxSections of={form} inbox={inbox} />
    </FormPage>
  )
}
