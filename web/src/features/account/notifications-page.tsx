import { getNotificationSwitches } from '@parley/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { useMe } from '../../session/use-me.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page, PageSection } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DigestFields } from './digest-fields.tsx'
import { MailSwitches } from './mail-switches.tsx'

/** Which mails the agent gets about their work, and when their digest comes. Every choice counts at once. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const me = useMe()
  const query = useQuery({
    queryKey: keys.notificationSwitches,
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
              <MailSwitches me={me} for_all={query.data} />
            ) : (
              <Skeleton className="h-40 w-full" />
            )}
          </PageSection>
          <PageSection
            title={t('account.notifications.digest')}
            help={t('account.notifications.digest.help')}
          >
            {query.data ? (
              <DigestFields me={me} is_sent={query.data.digest} />
            ) : (
              <Skeleton className="h-16 w-full" />
            )}
          </PageSection>
        </>
      )}
    </Page>
  )
}
