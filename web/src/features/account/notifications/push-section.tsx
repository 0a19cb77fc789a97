import type { Agent } from '@parley/contract/agents/agent'
import { deletePushSubscription, type PushSubscription } from '@parley/contract/notifications/push'
import { useQuery } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { pushSubscriptionsQuery } from '../../../api/push-queries.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { isPushSupported, PushRefused, turnOffPush, turnOnPush } from '../../../session/push-subscription.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { parseDevice } from '../security/parse-device.ts'

/** The browsers that receive push notifications, and a button to turn them on in this one. */
export function PushSection({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const query = useQuery(pushSubscriptionsQuery)
  const turnOn = useApiMutation(() => turnOnPush(me.id), {
    invalidateKey: queryKeys.pushSubscriptions,
    successMessage: t('account.push.turned_on'),
    failure: 'inline',
  })
  if (query.isPending) return <Skeleton className="h-12 w-full" />
  if (!query.data)
    return (
      <ErrorState
        title={t('account.push.failed')}
        message={query.error?.message}
        onRetry={() => void query.refetch()}
      />
    )
  const isOnHere = query.data.some(({ is_current }) => is_current)
  return (
    <div className="flex flex-col gap-4">
      {query.data.length > 0 && (
        <ul aria-label={t('account.push')} className="border-t">
          {query.data.map((one) => (
            <SubscriptionRow key={one.uuid} subscription={one} />
          ))}
        </ul>
      )}
      {!isPushSupported() && <p className="text-ink-2">{t('account.push.unsupported')}</p>}
      {isPushSupported() && !isOnHere && (
        <div>
          <Button loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
            {t('account.push.turn_on')}
          </Button>
        </div>
      )}
      {turnOn.error && (
        <p role="alert" className="text-bad">
          {turnOn.error instanceof PushRefused
            ? t(`account.push.${turnOn.error.reason}`)
            : turnOn.error.message}
        </p>
      )}
    </div>
  )
}

function SubscriptionRow({ subscription: one }: { subscription: PushSubscription }) {
  const { t } = useTranslation()
  const device = parseDevice(one.user_agent)
  const name = [device.browser, device.system].filter(Boolean).join(', ') || t('account.sessions.unknown')
  const remove = useApiMutation(
    async () => {
      if (one.is_current) await turnOffPush()
      return call(deletePushSubscription, { params: { uuid: one.uuid } })
    },
    { invalidateKey: queryKeys.pushSubscriptions },
  )
  return (
    <li className="flex min-h-14 items-center gap-3 border-b py-2">
      <Monitor size={16} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <div className="truncate font-medium">{name}</div>
        <div className="truncate text-xs text-ink-3">
          {one.last_error ?? (
            <>
              {t('account.push.since')} <RelativeTime at={one.created_at} />
            </>
          )}
        </div>
      </div>
      {one.is_current && <Badge tone="good">{t('account.push.this_browser')}</Badge>}
      <Button
        size="sm"
        variant="ghost"
        loading={remove.isPending}
        aria-label={t('account.push.turn_off_named', { name })}
        onClick={() => remove.mutate()}
      >
        {t('account.push.turn_off')}
      </Button>
    </li>
  )
}
