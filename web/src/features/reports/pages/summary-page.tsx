import type { ReportMeasure } from '@parley/contract/reports/report-measures'
import type { ReportSummary } from '@parley/contract/reports/reports'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { csvPath } from '../data/csv-path.ts'
import type { ReportContext } from '../scope/use-report-context.ts'
import { NoReportData, ReportError } from '../widgets/report-states.tsx'
import { MeasureTile, Tiles } from '../widgets/tiles.tsx'
import { ReportPage } from './report-page.tsx'

/** A report that starts with summary tiles. */
export function SummaryPage({
  title,
  report,
  query,
  tiles,
  header,
  children,
}: {
  title: string
  report: ReportContext
  query: UseQueryResult<ReportSummary>
  tiles: readonly ReportMeasure[]
  /** Rendered above the tiles. */
  header?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { params, isComparing, hours } = report
  const summary = query.data
  return (
    <ReportPage
      title={title}
      report={report}
      csv={csvPath('summary', params, isComparing ? { compare: 'previous' } : {})}
      canCompare
      counted_up_to={summary?.counted_up_to}
    >
      {header}
      {summary?.counted_up_to === null && <NoReportData />}
      {query.isError && !summary && <ReportError query={query} />}
      {!query.isError && (
        <Tiles label={t('reports.summary')}>
          {tiles.map((measure) => (
            <MeasureTile key={measure} measure={measure} summary={summary} hours={hours} />
          ))}
        </Tiles>
      )}
      {children}
    </ReportPage>
  )
}
