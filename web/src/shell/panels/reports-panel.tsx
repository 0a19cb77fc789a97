import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { visibleEntries } from '../../areas/visible-entries.ts'
import { useMe } from '../../session/use-me.ts'
import { allReportEntries } from '../report-entries.ts'
import { PanelHeader, PanelLink, PanelNote } from './panel-parts.tsx'

/** Search parameters kept when switching reports: dates and filters. */
const keptSearchParams = ['range', 'from', 'to', 'compare', 'hours', 'inbox', 'team', 'agent', 'tag']

export function ReportsPanel() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const keptSearch = Object.fromEntries(
    Object.entries(search).filter(([key]) => keptSearchParams.includes(key)),
  )
  const entries = visibleEntries(allReportEntries, useMe(), useRouteExists())
  return (
    <>
      <PanelHeader title={t('reports.title')} />
      <div className="mt-2 flex flex-col gap-px">
        {entries.map(({ path, label, icon: Icon }) => (
          <PanelLink
            key={path}
            path={path}
            search={keptSearch}
            icon={<Icon size={16} aria-hidden />}
            label={t(label)}
          />
        ))}
      </div>
      {entries.length === 0 && <PanelNote />}
    </>
  )
}
