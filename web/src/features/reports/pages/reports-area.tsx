import { useLocation } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { useTranslation } from 'react-i18next'
import { NoAccess } from '../../../areas/no-access.tsx'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { DrilldownPage } from '../drilldown/drilldown-page.tsx'
import { AgentsPage, InboxesPage, TagsPage, TeamsPage } from './breakdown-page.tsx'
import { OverviewPage } from './overview-page.tsx'
import { SatisfactionPage } from './satisfaction-page.tsx'
import { SlaPage } from './sla-page.tsx'

const pages: Record<string, FunctionComponent> = {
  overview: OverviewPage,
  agents: AgentsPage,
  teams: TeamsPage,
  inboxes: InboxesPage,
  tags: TagsPage,
  sla: SlaPage,
  satisfaction: SatisfactionPage,
  conversations: DrilldownPage,
}

/** The report of the current path, for agents with permission. The server checks every call as well. */
export function ReportsArea() {
  const { t } = useTranslation()
  const me = useMe()
  const { pathname } = useLocation()
  const Report = pages[pathname.split('/')[2] ?? ''] ?? OverviewPage
  if (may(me, 'reports:manage')) return <Report key={pathname} />
  return <NoAccess area={t('reports.title')} permissions={['reports:manage']} />
}
