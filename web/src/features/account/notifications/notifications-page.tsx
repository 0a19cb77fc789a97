import { getNotificationSwitches } from '@parley/contract/notifications/notifications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useMe } from '../../../session/use-me.ts'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Page, PageSection } from '../../../ui/layout/page.tsx'
import { ChannelTable } from './channel-table.tsx'
import { DigestFields, TimeZoneFields } from './digest-fields.tsx'
import { PreferenceSwitch } from './preference-switch.tsx'
import { PushSection } from './push-section.tsx'
import { QuietFields } from './quiet-fields.tsx'

/** What the agent is notified of, how and when. Changes are saved immediately. */
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
          <PageSection title={t('account.notifications.what')} help={t('account.notifications.mails.help')}>
            {query.data ? (
              <ChannelTable me={me} workspaceSwitches={query.data} />
            ) : (
              <Skeleton className="h-40 w-full" />
            )}
          </PageSection>
          <PageSection title={t('account.push')} help={t('account.push.help')}>
            <PushSection me={me} />
            <div className="mt-4">
              <PreferenceSwitch me={me} name="push_preview" />
            </div>
          </PageSection>
          <PageSection title={t('account.notifications.quiet')} help={t('account.notifications.quiet.help')}>
            <div className="flex flex-col gap-4">
              <QuietFields me={me} />
              <PreferenceSwitch me={me} name="notification_sound" />
              <PreferenceSwitch me={me} name="follow_mentions" />
              <TimeZoneFields me={me} />
            </div>
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
