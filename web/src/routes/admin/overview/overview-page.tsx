import { useTranslation } from 'react-i18next'
import { Checklist } from '../../../features/getting-started/checklist.tsx'
import { useGettingStarted } from '../../../features/getting-started/use-getting-started.ts'
import { may, mayAny } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { AreaList } from './area-list.tsx'
import { Integrations, integrationPermissions } from './integrations.tsx'
import { MailHealth } from './mail-health.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { SettingsSearch } from './settings-search.tsx'

/** The entry page of the settings: setup steps, health, recent changes and all areas that the user can open. */
export function OverviewPage() {
  const { t } = useTranslation()
  const me = useMe()
  const { hasOpenSteps, progress } = useGettingStarted()
  return (
    <Page title={t('admin.overview')} lead={t('overview.lead')}>
      <div className="flex flex-col gap-9">
        <SettingsSearch />
        {hasOpenSteps && progress && <Checklist progress={progress} />}
        {may(me, 'inboxes:manage') && <MailHealth />}
        {mayAny(me, integrationPermissions) && <Integrations />}
        {may(me, 'activity_logs:manage') && <RecentChanges />}
        <AreaList />
      </div>
    </Page>
  )
}
