import { getNotificationSwitches } from '@parley/contract/notifications/notifications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useMe } from '../../../session/use-me.ts'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Page, PageSection } from '../../../ui/layout/page.tsx'
import { DigestFields } from './digest-fields.tsx'
import { NotificationSwitchList } from './notification-switch-list.tsx'

/** Which emails the agent gets, and when their digest is sent. Changes are saved immediately. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const me = useMe()
  const query = useQuery({
    queryKey: queryKeys.notificationSwitches,
    queryFn: ({ signal }) => call(getNotificationSwitches, { signal }),
    staleTime: 0,
  })
  return (
    <Page title={t('account.notifications')} lead={t('account.notifications.lead')}>
      {query.isError && !query.data ? (
        <ErrorState
          title={t('account.notifications.failed')}
          message={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <PageSection title={t('account.notifications.mails')} help={t('account.notifications.mails.help')}>
            {query.data ? (
              <NotificationSwitchList me={me} workspaceSwitches={query.data} />
            ) : (
              <Skeleton className="h-40 w-full" />
            )}
          </PageSection>
          <PageSection
            title={t('account.notifications.digest')}
            help={t('account.notifications.digest.help')}
          >
            {query.data ? (
              <DigestFields me={me} isEnabled={query.data.digest} />
            ) : (
              <Skeleton className="h-16 w-full" />
            )}
          </PageSection>
        </>
      )}
    </Page>
  )
}
