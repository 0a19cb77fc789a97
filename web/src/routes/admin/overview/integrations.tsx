import { listAiProviders } from '@parley/contract/ai/ai-settings'
import { listOidcProviders } from '@parley/contract/auth/oidc'
import type { SendingStatus } from '@parley/contract/inboxes/inboxes'
import { listSystemMails } from '@parley/contract/notifications/system-mail'
import type { Permission } from '@parley/contract/roles/permissions'
import { listWebhooks } from '@parley/contract/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, KeyRound, type LucideIcon, Sparkles, Webhook } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../../admin/entity-queries.ts'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { OverviewSection } from './overview-section.tsx'
import { StateBadge } from './state-badge.tsx'

export const integrationPermissions: readonly Permission[] = [
  'notification_settings:manage',
  'webhooks:manage',
  'oidc:manage',
  'ai:manage',
]

/** The workspace's integrations, as far as the user can see them. */
export function Integrations() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <OverviewSection title={t('overview.integrations')}>
      <ul className="border-t">
        {may(me, 'notification_settings:manage') && <SystemMailLine />}
        {may(me, 'webhooks:manage') && <WebhooksLine />}
        {may(me, 'oidc:manage') && <OidcLine />}
        {may(me, 'ai:manage') && <AiLine />}
      </ul>
    </OverviewSection>
  )
}

type LineProps = {
  to: string
  icon: LucideIcon
  label: string
  error: Error | null
  /** Undefined while loading. */
  state: SendingStatus | undefined
  text: string | undefined
  kind?: 'sending' | 'integration'
}

function IntegrationLine({ to, icon: Icon, label, error, state, text, kind = 'integration' }: LineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b py-2.5">
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-48 flex-1">
        <Link to={to} className="font-medium underline-offset-2 hover:underline">
          {label}
        </Link>
        <span className={`block text-xs [overflow-wrap:anywhere] ${error ? 'text-bad' : 'text-ink-3'}`}>
          {error?.message ?? text ?? '\u00a0'}
        </span>
      </div>
      {state && <StateBadge state={state} kind={kind} />}
    </li>
  )
}

function SystemMailLine() {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: [...queryKeys.settings, 'notification', 'mails'],
    queryFn: ({ signal }) => call(listSystemMails, { signal }),
    refetchInterval: 15_000,
  })
  return (
    <IntegrationLine
      to="/admin/notification"
      icon={Bell}
      label={t('overview.system_mail')}
      error={error}
      state={data?.sending}
      kind="sending"
      text={data && (data.sending_error ?? t('overview.system_mail.waiting', { count: data.waiting }))}
    />
  )
}

function WebhooksLine() {
  const { t } = useTranslation()
  const { data, error } = useQuery(entitiesQuery('webhooks', listWebhooks))
  const active = (data ?? []).filter(({ is_active }) => is_active)
  const failing = active.filter(({ failing_since }) => failing_since !== null)
  return (
    <IntegrationLine
      to="/admin/webhooks"
      icon={Webhook}
      label={t('admin.webhooks')}
      error={error}
      state={data && (failing.length > 0 ? 'failing' : active.length > 0 ? 'working' : 'off')}
      text={
        data &&
        (failing.length > 0
          ? t('overview.webhooks.failing', { names: failing.map(({ name }) => name).join(', ') })
          : t('overview.webhooks.count', { count: active.length }))
      }
    />
  )
}

function OidcLine() {
  const { t } = useTranslation()
  const { data, error } = useQuery(entitiesQuery('oidc', listOidcProviders))
  const on = (data ?? []).filter(({ enabled }) => enabled)
  return (
    <IntegrationLine
      to="/admin/sso"
      icon={KeyRound}
      label={t('admin.sso')}
      error={error}
      state={data && (on.length > 0 ? 'working' : 'off')}
      text={data && (on.map(({ name }) => name).join(', ') || t('overview.oidc.none'))}
    />
  )
}

function AiLine() {
  const { t } = useTranslation()
  const { data, error } = useQuery(entitiesQuery('ai-providers', listAiProviders))
  const on = data?.find(({ enabled }) => enabled)
  return (
    <IntegrationLine
      to="/admin/ai"
      icon={Sparkles}
      label={t('admin.ai')}
      error={error}
      state={data && (on ? 'working' : 'off')}
      text={data && (on ? `${on.name} · ${on.model}` : t('overview.ai.none'))}
    />
  )
}
