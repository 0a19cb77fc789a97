import type { SystemStatus } from '@parley/contract/system/system-status'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AlertSection } from './alerts/alert-section.tsx'
import { BackupSection } from './backups/backup-section.tsx'
import { Checks } from './checks/checks.tsx'
import { MailChart } from './history/mail-chart.tsx'
import { RequestCharts } from './history/request-charts.tsx'
import { SizeChart } from './history/size-chart.tsx'
import { ProblemList } from './problem-list.tsx'
import { listProblems } from './problems.ts'
import { Mailboxes } from './status/mailboxes.tsx'
import { Nodes } from './status/nodes.tsx'
import { Queues } from './status/queues.tsx'
import { StatusTiles } from './status/status-tiles.tsx'
import { LargestTables, Versions } from './status/versions.tsx'
import { alertsQuery, checksQuery, statusQuery } from './system-queries.ts'

/** Whether everything works, what to do if not, and how the workspace grows. */
export function SystemPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(statusQuery)
  return (
    <Page title={t('admin.system')} lead={t('system.lead')} wide>
      {data && <SystemContents status={data} />}
      {!data && error && (
        <ErrorState title={t('system.failed')} message={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Loading />}
    </Page>
  )
}

function SystemContents({ status }: { status: SystemStatus }) {
  const alerts = useQuery(alertsQuery)
  const checks = useQuery(checksQuery)
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <ProblemList problems={listProblems(status, alerts.data, checks.data)} />
        <StatusTiles status={status} />
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <MailChart />
        <SizeChart />
      </div>
      <RequestCharts />
      <BackupSection />
      <Nodes nodes={status.nodes} mailboxes={status.mailboxes} />
      <Mailboxes mailboxes={status.mailboxes} />
      <Queues queues={status.queues} consumers={status.consumers} backfills={status.backfills} />
      <Checks />
      <AlertSection />
      <div className="grid gap-8 md:grid-cols-2 md:gap-6">
        <LargestTables {...status.sizes} />
        <Versions
          versions={status.versions}
          update={status.update}
          checks_for_updates={status.checks_for_updates}
        />
      </div>
    </div>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('system.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  )
}
