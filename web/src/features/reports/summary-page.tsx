import type { ReportMeasure } from '@parley/contract/report-measures'
import type { ReportSummary } from '@parley/contract/reports'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { csvPath } from './csv.ts'
import { ReportPage } from './report-page.tsx'
import { Failure, NothingYet } from './states.tsx'
import { MeasureTile, Tiles } from './tiles.tsx'
import type { Scoped } from './use-scope.ts'

/** A report that begins with the figures of its days. */
export function SummaryPage({
  title,
  scoped,
  query,
  tiles,
  above,
  children,
}: {
  title: string
  scoped: Scoped
  query: UseQueryResult<ReportSummary>
  tiles: readonly ReportMeasure[]
  /** What stands before the figures. */
  above?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { asked, compares, hours } = scoped
  const summary = query.data
  return (
    <ReportPage
      title={title}
      scoped={scoped}
      csv={csvPath('summary', asked, compares ? { compare: 'previous' } : {})}
      compares
      counted_up_to={summary?.counted_up_to}
    >
      {above}
      {summary?.counted_up_to === null && <NothingYet />}
      {query.isError && !summary && <Failure query={query} />}
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
