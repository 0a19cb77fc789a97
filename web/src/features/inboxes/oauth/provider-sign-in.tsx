import {
  disconnectInboxOAuth,
  oauthCallbackPath,
  startInboxOAuth,
} from '@parley/contract/inboxes/inbox-oauth'
import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { PageSection } from '../../../ui/layout/page.tsx'
import { type OAuthProviderName, providerNames } from './oauth-provider.ts'

/** Signs in to the mailbox at Google or Microsoft, instead of storing a password. */
export function ProviderSignIn({
  inbox,
  provider,
  root_url,
}: {
  inbox: Inbox
  provider: OAuthProviderName
  root_url: string
}) {
  const { t } = useTranslation()
  const name = providerNames[provider]
  return (
    <PageSection title={t('inboxes.oauth', { name })} help={t('inboxes.oauth.help')}>
      <div className="space-y-4">
        {inbox.oauth && <Connected inbox={inbox} oauth={inbox.oauth} />}
        <SignIn inbox={inbox} provider={provider} redirectUrl={`${root_url}${oauthCallbackPath}`} />
      </div>
    </PageSection>
  )
}

function Connected({ inbox, oauth }: { inbox: Inbox; oauth: NonNullable<Inbox['oauth']> }) {
  const { t } = useTranslation()
  const disconnect = useApiMutation(() => call(disconnectInboxOAuth, { params: { id: String(inbox.id) } }), {
    invalidateKey: queryKeys.inboxes,
    successMessage: t('inboxes.oauth.disconnected'),
  })
  const Icon = oauth.error ? CircleAlert : CircleCheck
  return (
    <div
      role={oauth.error ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-lg border px-3.5 py-3 ${oauth.error ? 'border-bad-line bg-bad-subtle' : 'border-good-line bg-good-subtle'}`}
    >
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${oauth.error ? 'text-bad' : 'text-good'}`} />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {oauth.error ?? (
          <>
            <strong className="font-semibold">
              {t('inboxes.oauth.connected', { account: oauth.account })}
            </strong>{' '}
            <RelativeTime at={oauth.connected_at} />
          </>
        )}
      </p>
      <Button size="sm" onClick={() => disconnect.mutate()} loading={disconnect.isPending}>
        {t('inboxes.oauth.disconnect')}
      </Button>
    </div>
  )
}

function SignIn({
  inbox,
  provider,
  redirectUrl,
}: {
  inbox: Inbox
  provider: OAuthProviderName
  redirectUrl: string
}) {
  const { t } = useTranslation()
  const connected = inbox.oauth?.provider === provider ? inbox.oauth : null
  const [client_id, setClient] = useState(connected?.client_id ?? '')
  const [client_secret, setSecret] = useState('')
  const [tenant, setTenant] = useState(connected?.tenant ?? '')
  const start = useApiMutation(
    () =>
      call(startInboxOAuth, {
        params: { id: String(inbox.id) },
        body: { provider, client_id, client_secret, tenant },
      }),
    { failure: 'inline', onSuccess: ({ url }) => location.assign(url) },
  )
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label={t('inboxes.oauth.client_id')} className={provider === 'google' ? 'md:col-span-2' : ''}>
        <Input value={client_id} onChange={(event) => setClient(event.target.value)} autoComplete="off" />
      </Field>
      {provider === 'microsoft' && (
        <Field label={t('inboxes.oauth.tenant')} help={t('inboxes.oauth.tenant.help')}>
          <Input
            value={tenant}
            placeholder="common"
            onChange={(event) => setTenant(event.target.value)}
            autoComplete="off"
          />
        </Field>
      )}
      <Field
        label={t('inboxes.oauth.client_secret')}
        help={t(connected ? 'form.password.stored' : 'inboxes.oauth.client_secret.help')}
        className="md:col-span-2"
      >
        <Input
          type="password"
          value={client_secret}
          onChange={(event) => setSecret(event.target.value)}
          autoComplete="new-password"
        />
      </Field>
      <p className="text-xs text-ink-3 [overflow-wrap:anywhere] md:col-span-2">
        {t('inboxes.oauth.return_to')} <code className="font-mono text-ink-2">{redirectUrl}</code>
      </p>
      <div className="md:col-span-2">
        <Button onClick={() => start.mutate()} loading={start.isPending} disabled={!client_id.trim()}>
          {t(connected ? 'inboxes.oauth.again' : 'inboxes.oauth.start', { name: providerNames[provider] })}
        </Button>
        {start.error && (
          <p role="alert" className="mt-2 text-xs text-bad">
            {start.error.message}
          </p>
        )}
      </div>
    </div>
  )
}
