import { endMyOtherSessions, endMySession, type Session } from '@parley/contract/account/account-security'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { parseDevice } from './parse-device.ts'
import { sessionsQuery } from './security-queries.ts'

/** The agent's sessions, with this browser first. */
export function SessionList() {
  const { t } = useTranslation()
  const query = useQuery(sessionsQuery)
  const endOthers = useApiMutation(() => call(endMyOtherSessions), {
    invalidateKey: queryKeys.my_sessions,
    successMessage: t('account.sessions.ended_others'),
  })
  if (query.isPending)
    return (
      <div role="status" aria-busy aria-label={t('account.sessions.loading')} className="space-y-3">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-4/5" />
      </div>
    )
  if (!query.data)
    return (
      <ErrorState
        title={t('account.sessions.failed')}
        message={query.error?.message}
        onRetry={() => void query.refetch()}
      />
    )
  const sessions = query.data.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  return (
    <>
      <ul aria-label={t('account.sessions')} className="border-t">
        {sessions.map((session) => (
          <SessionRow key={session.uuid} session={session} />
        ))}
      </ul>
      {sessions.some(({ is_current }) => !is_current) && (
        <Button className="mt-4" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('account.sessions.end_others')}
        </Button>
      )}
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation()
  const device = parseDevice(session.user_agent)
  const name =
    device.browser && device.system
      ? t('account.sessions.device', { browser: device.browser, system: device.system })
      : (device.browser ?? device.system ?? t('account.sessions.unknown'))
  const end = useApiMutation(() => call(endMySession, { params: { uuid: session.uuid } }), {
    invalidateKey: queryKeys.my_sessions,
    successMessage: t('account.sessions.ended', { name }),
  })
  const Icon = device.is_mobile ? Smartphone : Monitor
  return (
    <li className="flex min-h-14 items-center gap-3 border-b py-2">
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <div className="truncate font-medium" title={session.user_agent ?? undefined}>
          {name}
        </div>
        <div className="truncate text-xs text-ink-3">
          {session.ip && <>{session.ip} · </>}
          {t('account.sessions.seen')} <RelativeTime at={session.last_seen_at} />
        </div>
      </div>
      {session.is_current ? (
        <Badge tone="good">{t('account.sessions.current')}</Badge>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          loading={end.isPending}
          aria-label={t('account.sessions.end_named', { name })}
          onClick={() => end.mutate()}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  )
}
