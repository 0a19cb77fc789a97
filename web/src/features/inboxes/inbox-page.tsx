import { getInbox, toggleInbox, updateInbox } from '@parley/contract/inboxes/inbox-writes'
import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { EnabledSwitch } from '../../admin/list/enabled-switch.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { settingsQuery } from '../../session/queries.ts'
import { InboxHealthSummary } from './health/inbox-health-summary.tsx'
import {
  fieldsOf,
  INBOXES_PATH,
  inboxSchema,
  inboxSecretFields,
  rethrowWithFormPaths,
  toRequestBody,
} from './inbox-fields.ts'
import { InboxSections } from './inbox-sections.tsx'
import { findOAuthProvider } from './oauth/oauth-provider.ts'
import { ProviderSignIn } from './oauth/provider-sign-in.tsx'

export function InboxPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/inboxes/$id/edit' })
  const query = useQuery(entityQuery('inboxes', getInbox, id))
  return (
    <EntityPage query={query} parent={{ to: INBOXES_PATH, label: t('admin.inboxes') }}>
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
    fetchCurrent: () => call(getInbox, { params }),
    fieldsOf,
    draftKey: `inboxes/${inbox.id}`,
    secretFields: inboxSecretFields,
    invalidateKey: queryKeys.inboxes,
    successMessage: t('inboxes.saved'),
    save: (fields, attempt, current) =>
      call(updateInbox, { params, body: toRequestBody(fields, current ?? inbox), ...attempt }).catch(
        rethrowWithFormPaths,
      ),
  })
  const address = fieldsOf(inbox).address
  const provider = findOAuthProvider(inbox)
  const toggle = async () => {
    await call(toggleInbox, { params })
    await cache.invalidateQueries({ queryKey: queryKeys.inboxes })
  }
  return (
    <FormPage
      form={form}
      title={inbox.name}
      lead={<InboxHealthSummary inbox={inbox} address={address} />}
      parent={{ to: INBOXES_PATH, label: t('admin.inboxes') }}
      actions={
        <span className="mt-1 flex items-center gap-2.5 text-ink-2">
          <span aria-hidden>{t(inbox.enabled ? 'inboxes.on' : 'inboxes.off')}</span>
          <EnabledSwitch on={inbox.enabled} label={t('inboxes.switch', { name: inbox.name })} save={toggle} />
        </span>
      }
    >
      {provider && <ProviderSignIn inbox={inbox} provider={provider} root_url={root_url} />}
      <InboxSections form={form} inbox={inbox} />
    </FormPage>
  )
}
